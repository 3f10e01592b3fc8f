import type { Clock } from '@mayfly/clock';
import { CrawlError } from '@mayfly/errors';
import { type AgentRules, restoreRules, type StoredRules } from '@mayfly/robots';
import {
  defineTable,
  insert,
  json,
  number,
  remove,
  replace,
  type Store,
  text,
} from '@mayfly/store';
import type { RobotsRules, Swept } from '../core/ports.ts';

/** Rules of robots.txt by origin, written and read by all fetchers. */
export const robotsTable = defineTable({
  name: 'fetcherRobots',
  format: 1,
  columns: {
    origin: text(),
    /** The robots.txt attempt that brought them; a later one is never replaced by an earlier. */
    attempt: number(),
    fetchedMs: number(),
    expiresMs: number(),
    rules: json<StoredRules>(),
  },
  key: ['origin'],
  partition: 1,
  indexes: { byExpiry: ['expiresMs'] },
});

/** Rules kept in memory, for the hosts that are fetched from now. */
const KEPT = 2_000;
const TRIES = 5;
/** No lease names rules that ended so long ago. */
const UNUSED_MS = 86_400_000;
const SWEPT_AT_ONCE = 100;

/** The rules in their table, with the last ones used at hand. */
export class RobotsTable implements RobotsRules {
  readonly #store: Store;
  readonly #clock: Pick<Clock, 'nowMs'>;
  readonly #maxAgeMs: number;
  readonly #kept = new Map<string, { readonly attempt: number; readonly rules: AgentRules }>();

  constructor(
    store: Store,
    { clock, maxAgeMs }: { clock: Pick<Clock, 'nowMs'>; maxAgeMs: number },
  ) {
    this.#store = store;
    this.#clock = clock;
    this.#maxAgeMs = maxAgeMs;
  }

  async find(origin: string, attempt: number): Promise<AgentRules | undefined> {
    const kept = this.#kept.get(origin);
    if (kept !== undefined && kept.attempt >= attempt) return kept.rules;
    const row = await this.#store.get(robotsTable, { origin });
    if (row === undefined || row.attempt < attempt) return undefined;
    const rules = restoreRules(row.rules);
    this.#keep(origin, row.attempt, rules);
    return rules;
  }

  async save(origin: string, attempt: number, rules: AgentRules): Promise<void> {
    const nowMs = this.#clock.nowMs();
    const row = {
      origin,
      attempt,
      fetchedMs: nowMs,
      expiresMs: nowMs + this.#maxAgeMs,
      rules: rules.toJSON(),
    };
    for (let tries = 0; tries < TRIES; tries += 1) {
      const before = await this.#store.get(robotsTable, { origin });
      if (before !== undefined && before.attempt >= attempt) return;
      const write =
        before === undefined
          ? insert(robotsTable, row)
          : replace(robotsTable, row, { matches: { attempt: before.attempt } });
      const [answer] = await this.#store.write([{ writes: [write] }]);
      if (answer?.outcome === 'applied') {
        this.#keep(origin, attempt, rules);
        return;
      }
    }
    throw new CrawlError('STORE_AWAY', 'the rules of an origin could not be written');
  }

  /** Removes some of the rules that no lease can name any more: those of hosts that are not asked again would stay for ever. */
  async sweep(): Promise<Swept> {
    const to = [this.#clock.nowMs() - UNUSED_MS];
    const selection = { index: 'byExpiry', to, limit: SWEPT_AT_ONCE } as const;
    const { rows, cursor } = await this.#store.places(robotsTable, selection);
    const answers = await this.#store.write(
      rows.map(({ origin, expiresMs }) => ({
        writes: [remove(robotsTable, { origin }, { matches: { expiresMs } })],
      })),
    );
    if (answers.some(({ outcome }) => outcome === 'unknown')) {
      throw new CrawlError('STORE_AWAY', 'whether rules were removed is unknown');
    }
    // Refused: another fetcher has renewed or removed them in this moment.
    const removed = answers.filter(({ outcome }) => outcome === 'applied').length;
    return { removed, isMore: cursor !== undefined };
  }

  #keep(origin: string, attempt: number, rules: AgentRules): void {
    this.#kept.delete(origin);
    this.#kept.set(origin, { attempt, rules });
    if (this.#kept.size > KEPT) this.#kept.delete(this.#kept.keys().next().value!);
  }
}
