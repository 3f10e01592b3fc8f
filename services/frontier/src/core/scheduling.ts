import { normaliseUrl } from '@mayfly/url';
import { batchesOf } from './batches.ts';
import type { Frontier } from './frontier.ts';
import { isNotOwner } from './lane.ts';
import { STATE, type UrlName, type UrlRow } from './rows.ts';
import type { Turn } from './turn.ts';
import { kept, waiting } from './url-state.ts';
import type { Waking } from './waking.ts';

/** How an order ended; the numbers are those of the contract. */
export const SCHEDULED = {
  waiting: 1,
  kept: 2,
  stale: 3,
  urlUnknown: 4,
  crawlUnknown: 5,
  notOwner: 6,
} as const;
export type ScheduleAnswer = (typeof SCHEDULED)[keyof typeof SCHEDULED];

export interface Order {
  readonly crawl: string;
  readonly url: string;
  readonly priority: number;
  readonly notBeforeMs?: number | undefined;
  /** The last attempt that it takes into account. */
  readonly afterAttempt?: number | undefined;
  /** The group from now on, none where empty; as it was where absent. */
  readonly group?: string | undefined;
}

interface Item {
  readonly bucket: number;
  readonly name: UrlName;
  readonly order: Order;
}

const MOST_A_TURN = 400;
const PARTS_OF_MS = 4_096;

/** What an order makes of a URL; undefined when nothing changes. */
export function ordered(
  row: UrlRow,
  order: Order,
  at: { readonly nowMs: number; readonly ageMs: number },
): { readonly answer: ScheduleAnswer; readonly row?: UrlRow } {
  if ((row.lastAttempt ?? 0) > (order.afterAttempt ?? 0)) return { answer: SCHEDULED.stale };
  const group = order.group === undefined ? row.group : order.group || undefined;
  if (row.state === STATE.leased) {
    return { answer: SCHEDULED.kept, row: { ...kept(row, order), group } };
  }
  const isAnew = row.state !== STATE.waiting;
  const fresh = { ...row, group, failures: isAnew ? 0 : row.failures };
  return { answer: SCHEDULED.waiting, row: waiting(fresh, order, at) };
}

/** Gives known URLs a priority and a time. */
export class Scheduling {
  readonly #frontier: Frontier;
  readonly #waking: Waking;
  readonly #pump: () => void;

  constructor(frontier: Frontier, waking: Waking, pump: () => void) {
    this.#frontier = frontier;
    this.#waking = waking;
    this.#pump = pump;
  }

  async schedule(orders: readonly Order[]): Promise<ScheduleAnswer[]> {
    const answers = new Array<ScheduleAnswer>(orders.length);
    const items = orders.map((order, at): Item | undefined => {
      if (this.#frontier.crawls.get(order.crawl) === undefined) {
        answers[at] = SCHEDULED.crawlUnknown;
        return undefined;
      }
      const normalised = normaliseUrl(order.url);
      answers[at] = SCHEDULED.urlUnknown;
      if (!normalised.ok) return undefined;
      const name = this.#frontier.nameOf(order.crawl, normalised.url);
      return { bucket: name.bucket, name, order };
    });
    const batches = batchesOf(items, MOST_A_TURN);
    await Promise.all(batches.map(({ bucket, items: some }) => this.#order(bucket, some, answers)));
    this.#pump();
    return answers;
  }

  #order(
    bucket: number,
    some: readonly { readonly at: number; readonly item: Item }[],
    answers: ScheduleAnswer[],
  ): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    let waits: UrlRow[] = [];
    this.#frontier.push(bucket, {
      size: some.length + 3,
      names: some.map(({ item }) => item.name),
      apply: (turn) => {
        waits = [];
        for (const { at, item } of some) {
          const row = this.#orderOne(turn, item, { at, answers });
          if (row?.state === STATE.waiting) waits.push(row);
        }
      },
      done: () => {
        for (const row of waits) this.#moved(row);
        for (const name of new Set(waits.map(({ host }) => host))) {
          const host = this.#frontier.hostOf(name);
          if (host !== undefined) this.#waking.look(host);
        }
        resolve();
      },
      failed: (error) => {
        if (!isNotOwner(error)) {
          reject(error);
          return;
        }
        for (const { at } of some) answers[at] = SCHEDULED.notOwner;
        resolve();
      },
    });
    return promise;
  }

  /** One that waited already may lose its place in the head. */
  #moved(row: UrlRow): void {
    this.#waking.left(row);
    this.#waking.waits(row);
  }

  #orderOne(
    turn: Turn,
    { name, order }: Item,
    { at, answers }: { at: number; answers: ScheduleAnswer[] },
  ): UrlRow | undefined {
    if (this.#frontier.crawls.get(name.crawl) === undefined) {
      answers[at] = SCHEDULED.crawlUnknown;
      return undefined;
    }
    const row = turn.find(name);
    if (row === undefined) return undefined;
    const ageMs = turn.nowMs + Math.min(at, PARTS_OF_MS - 1) / PARTS_OF_MS;
    const after = ordered(row, order, { nowMs: turn.nowMs, ageMs });
    answers[at] = after.answer;
    if (after.row !== undefined) turn.putUrl(after.row);
    return after.row;
  }
}
