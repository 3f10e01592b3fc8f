import { setImmediate as roundOfEventLoop } from 'node:timers/promises';
import type { Clock } from '@mayfly/clock';
import { CrawlError } from '@mayfly/errors';
import {
  type BucketOptions,
  type BucketOwnership,
  defineBucketOwners,
  defineReplicas,
  type GainedBucket,
  ownBuckets,
} from '@mayfly/ownership';
import type { Store } from '@mayfly/store';
import { log } from '@mayfly/telemetry';
import type { FakeClock } from '@mayfly/testing';

export const owners = defineBucketOwners('bucketOwners');
export const replicas = defineReplicas('bucketReplicas');
export const BUCKET_TABLES = [owners, replicas];

/** What can happen to a process and to its way to the store. */
export class Machine {
  /** Calls to the store that are under way, and not held up by a freeze. */
  underWay = 0;
  /** What the store does for this process. `deaf`: writes land, and their answers are lost. */
  storeIs: 'there' | 'away' | 'deaf' = 'there';
  #thawed: PromiseWithResolvers<void> | undefined;

  freeze(): void {
    this.#thawed ??= Promise.withResolvers<void>();
  }

  thaw(): void {
    this.#thawed?.resolve();
    this.#thawed = undefined;
  }

  get isFrozen(): boolean {
    return this.#thawed !== undefined;
  }

  /** Nothing goes on in a process that is frozen, whatever it waited for. */
  async #unfrozen(): Promise<void> {
    while (this.#thawed !== undefined) await this.#thawed.promise;
  }

  clockOf(clock: Clock): Clock {
    return {
      nowMs: () => clock.nowMs(),
      monotonicMs: () => clock.monotonicMs(),
      sleep: async (ms, signal) => {
        await clock.sleep(ms, signal);
        await this.#unfrozen();
        signal?.throwIfAborted();
      },
    };
  }

  storeOf(store: Store): Store {
    const call = async <T>(work: () => Promise<T>): Promise<T> => {
      await this.#unfrozen();
      this.underWay += 1;
      try {
        return await work();
      } finally {
        this.underWay -= 1;
        await this.#unfrozen();
      }
    };
    const read = <T>(work: () => Promise<T>): Promise<T> =>
      call(() => {
        if (this.storeIs === 'away') throw new CrawlError('STORE_AWAY', 'as the test wants');
        return work();
      });
    const page: Store['page'] = (table, selection) => read(() => store.page(table, selection));
    return {
      get: (table, key) => read(() => store.get(table, key)),
      getMany: (table, keys) => read(() => store.getMany(table, keys)),
      page,
      places: (table, selection) => read(() => store.places(table, selection)),
      async *scan(table, selection) {
        for (let after: string | undefined; ;) {
          const next = await page(table, after === undefined ? selection : { ...selection, after });
          yield next.rows;
          if (next.cursor === undefined) return;
          after = next.cursor;
        }
      },
      write: (parts) =>
        call(async () => {
          const cause = new Error('as the test wants');
          const unknown = () => parts.map(() => ({ outcome: 'unknown', cause }) as const);
          if (this.storeIs === 'away') return unknown();
          const answers = await store.write(parts);
          return this.storeIs === 'deaf' ? unknown() : answers;
        }),
      isReady: () => store.isReady(),
      close: () => store.close(),
    };
  }
}

/** One replica and what it was told. */
export interface Replica {
  readonly name: string;
  readonly machine: Machine;
  readonly ownership: BucketOwnership;
  /** All that it ever gained. */
  readonly gains: GainedBucket[];
  /** What its service believes to be its own. */
  readonly served: Map<number, GainedBucket>;
  readonly givenUp: number[];
}

interface Around {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: () => number;
  readonly buckets: number;
}

/** Starts a replica whose service does as it should. */
export async function startReplica(
  name: string,
  { store, clock, random, buckets }: Around,
  over: Partial<BucketOptions> = {},
): Promise<Replica> {
  const machine = new Machine();
  const gains: GainedBucket[] = [];
  const served = new Map<number, GainedBucket>();
  const givenUp: number[] = [];
  const forget = (some: readonly number[]) => {
    for (const bucket of some) served.delete(bucket);
  };
  const ownership = await ownBuckets({
    ...{ owners, replicas, buckets, random, log, instance: name, exclusive: false },
    ...{ store: machine.storeOf(store), clock: machine.clockOf(clock), address: `${name}:1` },
    gained: (some) => {
      gains.push(...some);
      for (const one of some) served.set(one.bucket, one);
    },
    giveUp: async (some) => {
      givenUp.push(...some);
      forget(some);
    },
    lost: forget,
    ...over,
  });
  return { name, machine, ownership, gains, served, givenUp };
}

/** Lets time pass in small steps; whatever asks the store has its answer before the next. */
export async function pass(
  clock: FakeClock,
  ms: number,
  machines: () => readonly Machine[],
): Promise<void> {
  for (let leftMs = ms; leftMs > 0; leftMs -= 100) {
    await clock.advance(Math.min(100, leftMs));
    await roundOfEventLoop();
    while (machines().some(({ underWay }) => underWay > 0)) await roundOfEventLoop();
    await roundOfEventLoop();
  }
}

/** How a write of each bucket would end that rests on the fence. */
export async function fencesHold(store: Store, gains: Iterable<GainedBucket>): Promise<boolean[]> {
  const parts = [...gains].map(({ fence }) => ({ writes: [], conditions: [fence] }));
  return (await store.write(parts)).map(({ outcome }) => outcome === 'applied');
}
