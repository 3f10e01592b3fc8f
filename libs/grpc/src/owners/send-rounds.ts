import type { Clock } from '@mayfly/clock';
import { CrawlError, errorCodeOf, isRetryable } from '@mayfly/errors';
import type { CallOptions } from '../client/client-options.ts';
import type { KeyOwner, OwnerMap } from './owner-map.ts';
import type { Sending } from './owners.ts';

const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 1_000;

interface RoundsOptions<C, I, A> {
  readonly items: readonly I[];
  readonly sending: Sending<C, I, A>;
  readonly map: OwnerMap;
  readonly clock: Clock;
  readonly random: () => number;
  /** By the monotonic clock. */
  readonly endMs: number;
  /** Calls the replica at an address; any where it is empty. */
  readonly ask: <T>(address: string, call: (client: C) => Promise<T>) => Promise<T>;
  readonly refresh: (leftMs: number) => Promise<void>;
}

/** Items that go to one address; undefined where they are all. */
interface Group {
  readonly address: string;
  readonly places: readonly number[] | undefined;
}

/** One call to owners: rounds of sending until every item has found the one that takes it. */
export class SendRounds<C, I, A> {
  readonly #options: RoundsOptions<C, I, A>;
  readonly #answers: A[] = [];
  #open: number[] = [];
  #hasNews = true;
  /** Whether somebody has said that an item is elsewhere. */
  #isLooking = false;
  #failure: unknown;

  constructor(options: RoundsOptions<C, I, A>) {
    this.#options = options;
  }

  async run(): Promise<readonly A[]> {
    const { items } = this.#options;
    const whole = await this.#firstRound();
    if (whole !== undefined) return whole;
    // Owners have changed: the whole map, read meanwhile, saves learning the rest of it one by one.
    const reading = this.#open.length > 0 ? this.#readMap() : undefined;
    this.#isLooking = true;
    for (let round = 0; this.#open.length > 0; round += 1) {
      await this.#pause(round);
      const places = this.#open;
      this.#open = [];
      this.#hasNews = true;
      await this.#sendAll(groupsOf(places, (place) => this.#addressOf(items[place]!)));
    }
    await reading;
    return this.#answers;
  }

  /** While there is one replica everything goes to it as it is, and its answers are the answers. */
  async #firstRound(): Promise<readonly A[] | undefined> {
    const { items, map, sending } = this.#options;
    if (items.length === 0) return [];
    if (map.isSplit) {
      const places = items.map((_, place) => place);
      const groups = groupsOf(places, (place) => this.#addressOf(items[place]!));
      await this.#sendAll(groups);
      return undefined;
    }
    const { answers, owners } = await this.#send('', items);
    if (!answers.some((answer) => sending.isElsewhere(answer))) return answers;
    this.#take({ address: '', places: undefined }, answers, owners);
    return undefined;
  }

  async #sendAll(groups: readonly Group[]): Promise<void> {
    await Promise.all(groups.map((group) => this.#sendGroup(group)));
  }

  async #sendGroup(group: Group): Promise<void> {
    const { items, sending } = this.#options;
    const { address, places } = group;
    const isAll = places === undefined || places.length === items.length;
    const some = isAll ? items : places.map((place) => items[place]!);
    try {
      const { answers, owners } = await this.#send(address, some);
      this.#take(group, answers, owners);
    } catch (error) {
      // The last call is cut off with the rest of the time: what it was for had no owner before.
      if (this.#isLooking && errorCodeOf(error) === 'DEADLINE_PASSED') {
        throw notOwner(some.length, items.length, error);
      }
      // Who was remembered may be gone; whether any replica answers is the caller's business.
      const isLasting = sending.isIdempotent === false || !isRetryable(error) || address === '';
      if (isLasting) throw error;
      this.#failure = error;
      this.#hasNews = false;
      for (const place of places ?? items.keys()) this.#open.push(place);
    }
  }

  #send(address: string, items: readonly I[]) {
    const { sending, ask, clock, endMs } = this.#options;
    const { signal, parent } = sending;
    const deadlineMs = Math.max(1, endMs - clock.monotonicMs());
    const options: CallOptions = {
      deadlineMs,
      ...(signal === undefined ? {} : { signal }),
      ...(parent === undefined ? {} : { parent }),
    };
    return ask(address, (client) => sending.send(client, items, options));
  }

  /** Keeps the answers, and learns from those that send us elsewhere. */
  #take({ address, places }: Group, answers: readonly A[], owners: readonly KeyOwner[]): void {
    const { items, sending, map } = this.#options;
    let named = 0;
    answers.forEach((answer, at) => {
      const place = places?.[at] ?? at;
      if (!sending.isElsewhere(answer)) {
        this.#answers[place] = answer;
        return;
      }
      const isNews = map.learn(sending.keyOf(items[place]!), owners[named], address);
      named += 1;
      this.#hasNews &&= isNews;
      this.#open.push(place);
    });
  }

  #addressOf(item: I): string {
    const { map, sending } = this.#options;
    return map.ownerOf(sending.keyOf(item))?.address ?? '';
  }

  /** The first time an owner is named it is asked at once; after that, and where nobody is, a little later and by a new map. */
  async #pause(round: number): Promise<void> {
    const { clock, random, endMs, items, sending } = this.#options;
    if (sending.signal?.aborted === true) {
      throw new CrawlError('CALL_CANCELLED', 'cancelled while an owner was looked for');
    }
    const leftMs = endMs - clock.monotonicMs();
    const longestMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(round, 10));
    const pauseMs = this.#hasNews && round === 0 ? 0 : longestMs * (0.5 + random() / 2);
    if (pauseMs >= leftMs) throw notOwner(this.#open.length, items.length, this.#failure);
    if (pauseMs === 0) return;
    await clock.sleep(pauseMs, sending.signal).catch(() => {
      throw new CrawlError('CALL_CANCELLED', 'cancelled while an owner was looked for');
    });
    await this.#readMap();
  }

  /** Without a map there are still the names that come with each answer. */
  async #readMap(): Promise<void> {
    const { refresh, clock, endMs } = this.#options;
    await refresh(Math.max(1, endMs - clock.monotonicMs())).catch((error: unknown) => {
      this.#failure = error;
    });
  }
}

/** The failure of what found no owner in time. */
function notOwner(open: number, of: number, cause: unknown): CrawlError {
  const message = `${open} of ${of} items found no owner in time`;
  return new CrawlError('NOT_OWNER', message, cause === undefined ? {} : { cause });
}

function groupsOf(places: readonly number[], addressOf: (place: number) => string): Group[] {
  const groups = new Map<string, number[]>();
  for (const place of places) {
    const address = addressOf(place);
    const group = groups.get(address);
    if (group === undefined) groups.set(address, [place]);
    else group.push(place);
  }
  // In the order of the items, so that what is sent is what was given wherever one owner has it all.
  return [...groups].map(([address, some]) => ({ address, places: some.sort((a, b) => a - b) }));
}
