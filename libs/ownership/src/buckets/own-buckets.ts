import type { Clock } from '@mayfly/clock';
import { CrawlError } from '@mayfly/errors';
import { Loop } from '@mayfly/lifecycle';
import type { Condition, Store } from '@mayfly/store';
import type { Log } from '@mayfly/telemetry';
import type { BucketOwnersTable, ReplicasTable } from './bucket-tables.ts';
import { Membership } from './membership.ts';

/** A bucket that is ours from now on. */
export interface GainedBucket {
  readonly bucket: number;
  readonly epoch: number;
  /** Holds while it stays ours; belongs to every part that writes rows of the bucket. */
  readonly fence: Condition;
}

/** Who owns a bucket, as it was last read. */
export interface BucketOwner {
  readonly replica: string;
  readonly address: string;
  readonly epoch: number;
}

/** What it takes to own buckets beside other replicas. */
export interface BucketOptions {
  readonly store: Store;
  readonly owners: BucketOwnersTable;
  readonly replicas: ReplicasTable;
  /** Partition keys of the tables are the numbers from 0 up to this. */
  readonly buckets: number;
  /** What this process calls itself; ids of replicas begin with it. */
  readonly instance: string;
  /** Where others reach this replica. */
  readonly address: string;
  /** No other process can have the data open: all buckets are taken at once. */
  readonly exclusive: boolean;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
  /** A replica that gave no sign of life for so long is replaced (6 s). */
  readonly ttlMs?: number;
  /** How often it is looked who owns what (1 s). */
  readonly lookMs?: number;
  /** Buckets are ours. They are handed over only after this has ended, and at once when it fails. */
  readonly gained: (buckets: readonly GainedBucket[]) => Promise<void> | void;
  /** Ends when nothing of these buckets is under way any more; until then they are ours. Waited for at most twice the ttl. */
  readonly giveUp: (buckets: readonly number[]) => Promise<void>;
  /** Buckets are somebody else's, or may be soon: nothing that is still written of them will be applied. */
  readonly lost: (buckets: readonly number[]) => void;
}

/** Some of the buckets, as many as this replica's share. */
export interface BucketOwnership {
  /** The id of this replica; another one after all buckets were lost. */
  readonly replica: string;
  /** What is ours, with the epochs. */
  owned(): ReadonlyMap<number, number>;
  /** The fence of a bucket that is ours; NOT_OWNER otherwise. Work that began earlier must keep to the fence it began with. */
  fence(bucket: number): Condition;
  /** Undefined where nobody owns it that lives. */
  ownerOf(bucket: number): BucketOwner | undefined;
  /** Tells that a write was refused by the fence. */
  lost(bucket: number): void;
  /** Hands everything over, so that others take it at their next look. */
  release(): Promise<void>;
}

/** Nothing but a fence that refuses wakes an owner that is alone. */
const ALONE_LOOK_MS = 3_600_000;
const TRIES = 4;

/**
 * Takes this replica's share of the buckets and keeps to it while others come and go. STORE_AWAY when the store does not answer
 * at the start; later outages are waited out.
 */
export async function ownBuckets(options: BucketOptions): Promise<BucketOwnership> {
  const { exclusive, clock, log, lookMs = 1_000 } = options;
  const membership = new Membership(options);
  try {
    await begin(membership, options);
  } catch (error) {
    await membership.leave();
    throw error;
  }
  const loop = new Loop({
    ...{ name: `buckets of ${options.owners.name}`, clock, log },
    everyMs: exclusive ? ALONE_LOOK_MS : lookMs,
    turn: () => membership.patientTurn(),
  });
  return {
    get replica() {
      return membership.replica;
    },
    owned: () => membership.owned,
    fence: (bucket) => membership.fence(bucket),
    ownerOf: (bucket) => membership.ownerOf(bucket),
    lost: (bucket) => {
      membership.drop([bucket]);
      if (exclusive) loop.wake();
    },
    release: async () => {
      await loop.stop();
      await membership.leave();
    },
  };
}

async function begin(membership: Membership, { exclusive, buckets }: BucketOptions): Promise<void> {
  await membership.turn();
  for (let left = TRIES; exclusive && membership.owned.size < buckets; left -= 1) {
    if (left === 0) throw new CrawlError('STORE_AWAY', 'whether the buckets were taken is unknown');
    await membership.turn();
  }
}
