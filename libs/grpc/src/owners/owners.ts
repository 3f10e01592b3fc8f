import type { Clock } from '@mayfly/clock';
import { errorCodeOf, isRetryable } from '@mayfly/errors';
import type { OpenClient } from '../client/client.ts';
import type { CallOptions } from '../client/client-options.ts';
import { AddressClients } from './address-clients.ts';
import { type KeyOwner, OwnerMap, type OwnersRead } from './owner-map.ts';
import { SendRounds } from './send-rounds.ts';

/** What it takes to find the owners of things among the replicas of a service. */
export interface OwnersOptions<C extends OpenClient> {
  /** A client of any replica. Whoever opened it closes it. */
  readonly any: C;
  /** A client of the replica at an address. */
  readonly open: (address: string) => Promise<C>;
  /** Asks a replica for the map of owners. */
  readonly read: (client: C, options: CallOptions) => Promise<OwnersRead>;
  readonly clock: Clock;
  readonly random: () => number;
  /** For a call that says nothing else; 10 s. */
  readonly deadlineMs?: number;
  /** How old a map may be that calls to everybody go by; 5 s. */
  readonly freshMs?: number;
  /** How long a client of an address stays open without calls; 60 s. */
  readonly idleMs?: number;
}

/** What was answered: one answer for each item, and an owner for each of those that are not the replica's, in their order. */
export interface OwnersAnswer<A> {
  readonly answers: readonly A[];
  readonly owners: readonly KeyOwner[];
}

/** How items are sent. */
export interface Sending<C, I, A> extends CallOptions {
  /** The same for items that always have the same owner. Not asked while there is one replica. */
  readonly keyOf: (item: I) => number;
  readonly send: (client: C, items: readonly I[], options: CallOptions) => Promise<OwnersAnswer<A>>;
  /** Whether an answer says that another replica owns the item. */
  readonly isElsewhere: (answer: A) => boolean;
  /** Whether a call that failed can be made again; so it is unless told otherwise. */
  readonly isIdempotent?: boolean;
}

/** One replica, and how many buckets it owns. */
export interface OwnerClient<C> {
  readonly address: string;
  readonly buckets: number;
  readonly call: <T>(question: (client: C) => Promise<T>) => Promise<T>;
}

const DEADLINE_MS = 10_000;
const FRESH_MS = 5_000;
const IDLE_MS = 60_000;
const READ_MS = 2_000;

/** The replicas of a service that share their work by owning parts of it. */
export class Owners<C extends OpenClient> {
  readonly #options: OwnersOptions<C>;
  readonly #map = new OwnerMap();
  readonly #clients: AddressClients<C>;
  #readMs: number | undefined;
  #reading: Promise<void> | undefined;

  constructor(options: OwnersOptions<C>) {
    this.#options = options;
    const { open, clock, idleMs = IDLE_MS } = options;
    this.#clients = new AddressClients({ open, clock, idleMs });
  }

  /** How many buckets there are; undefined where nobody has said. */
  get buckets(): number | undefined {
    return this.#map.buckets;
  }

  /** Clients of addresses that are open now. */
  get openClients(): number {
    return this.#clients.size;
  }

  /**
   * Sends each item to its owner, as far as that is known, and again to the one that is named where it is not; answers come in
   * the order of the items. What nobody has taken when the time is over makes it fail with NOT_OWNER.
   */
  async sendToOwners<I, A>(items: readonly I[], sending: Sending<C, I, A>): Promise<readonly A[]> {
    const { clock, random, deadlineMs: usualMs = DEADLINE_MS } = this.#options;
    const { deadlineMs = usualMs, parent } = sending;
    const endMs = clock.monotonicMs() + Math.min(deadlineMs, parent?.remainingMs() ?? Infinity);
    const rounds = new SendRounds({
      ...{ items, sending, map: this.#map, clock, random, endMs },
      ask: (address, call) => this.#ask(address, call),
      refresh: (leftMs) => this.refresh({ deadlineMs: Math.min(leftMs, READ_MS) }),
    });
    return rounds.run();
  }

  /** Asks the owner of a key by a map that is fresh enough; any replica where nobody is known. */
  async askOwner<T>(
    key: number,
    question: (client: C) => Promise<T>,
    options: CallOptions = {},
  ): Promise<T> {
    await this.#keepFresh(options);
    const address = this.#map.isSplit ? this.#map.ownerOf(key)?.address : undefined;
    return this.#ask(address ?? '', question);
  }

  /** All replicas that own something, by a map that is fresh enough; any replica where there is no map. */
  async eachOwner(options: CallOptions = {}): Promise<OwnerClient<C>[]> {
    await this.#keepFresh(options);
    const counts = this.#map.counts();
    const all = counts.size === 0 ? [['', 0] as const] : [...counts];
    const isOne = all.length === 1 && !this.#map.isSplit;
    return all.map(([address, buckets]) => ({
      ...{ address, buckets },
      call: (question) => this.#ask(isOne ? '' : address, question),
    }));
  }

  /** Reads the map anew. A service that knows no map has one replica, or is asked as if it had. */
  async refresh(options: CallOptions = {}): Promise<void> {
    this.#reading ??= this.#readMap(options).finally(() => (this.#reading = undefined));
    await this.#reading;
  }

  /** Closes the clients of addresses. */
  async close(): Promise<void> {
    await this.#clients.close();
  }

  async #keepFresh(options: CallOptions): Promise<void> {
    const { clock, freshMs = FRESH_MS } = this.#options;
    const ageMs = this.#readMs === undefined ? Infinity : clock.monotonicMs() - this.#readMs;
    if (ageMs > freshMs) await this.refresh(options);
  }

  async #readMap(options: CallOptions): Promise<void> {
    const { any, read, clock } = this.#options;
    try {
      this.#map.replace(await read(any, options));
    } catch (error) {
      if (errorCodeOf(error) !== 'RPC_UNKNOWN') throw error;
    }
    this.#readMs = clock.monotonicMs();
  }

  async #ask<T>(address: string, call: (client: C) => Promise<T>): Promise<T> {
    if (address === '') return call(this.#options.any);
    try {
      return await this.#clients.use(address, call);
    } catch (error) {
      if (isRetryable(error)) {
        this.#map.forget(address);
        this.#readMs = undefined;
      }
      throw error;
    }
  }
}
