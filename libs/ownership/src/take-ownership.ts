import type { Clock } from '@mayfly/clock';
import { CrawlError, errorCodeOf } from '@mayfly/errors';
import {
  absent,
  type Answer,
  type Condition,
  matches,
  put,
  type RowOf,
  type Store,
} from '@mayfly/store';
import type { Log } from '@mayfly/telemetry';
import { Heartbeat } from './heartbeat.ts';
import type { OwnersTable } from './owners-table.ts';
import { TELEMETRY } from './telemetry-names.ts';

/** What it takes to own tables. */
export interface OwnershipOptions {
  readonly store: Store;
  readonly table: OwnersTable;
  /** Partition keys of the tables are the numbers from 0 up to this. */
  readonly buckets: number;
  /** What this process calls itself, for whoever finds the tables taken. */
  readonly instance: string;
  /** No other process can have the data open, so an owner that left no goodbye is dead. */
  readonly exclusive: boolean;
  readonly clock: Clock;
  readonly log: Log;
  /** An owner that gave no sign of life for so long is replaced (10 s). */
  readonly ttlMs?: number;
}

/** The right to write some tables, as long as it is not lost. */
export interface Ownership {
  /** Rises with every owner. */
  readonly epoch: number;
  /** Holds while this process is the owner; belongs to every part that writes rows of the bucket. */
  fence(bucket: number): Condition;
  /** Aborted when the tables belong to somebody else, or may soon. */
  readonly lost: AbortSignal;
  /** Lets the next owner begin at once. */
  release(): Promise<void>;
}

const TTL_MS = 10_000;
/** MongoDB keeps a transaction of a process that was killed for up to a minute, and nobody can write its rows meanwhile. */
const TRIES = 4;
const HEAD = { bucket: 0 };

/**
 * Takes the tables, or throws STORE_IN_USE when another process lives that has them. Whether it lives is seen by its
 * beats and by our own clock that never jumps, never by comparing two machines' clocks.
 */
export async function takeOwnership(options: OwnershipOptions): Promise<Ownership> {
  for (let left = TRIES; ; left -= 1) {
    try {
      return await takeOnce(options);
    } catch (error) {
      // From the beginning: a write in doubt may have landed, and is then taken for another owner's.
      if (errorCodeOf(error) !== 'STORE_AWAY' || left <= 1) throw error;
    }
  }
}

async function takeOnce(options: OwnershipOptions): Promise<Ownership> {
  const { store, table, buckets, instance, clock, log, ttlMs = TTL_MS } = options;
  const before = await store.get(table, HEAD);
  if (before !== undefined && !before.released && !options.exclusive) {
    await watchForLife(options, before, ttlMs);
  }
  const epoch = (before?.epoch ?? 0) + 1;
  const row = { ...HEAD, epoch, beat: 0, instance, released: false };
  const isUnmoved =
    before === undefined
      ? absent(table, HEAD)
      : matches(table, HEAD, { epoch: before.epoch, beat: before.beat });
  const [answer] = await store.write([{ writes: [put(table, row)], conditions: [isUnmoved] }]);
  if (answer?.outcome === 'refused') throw inUse(table, await store.get(table, HEAD));
  throwIfUnknown(answer);
  // From the first fence on the last owner is shut out of that bucket; only with all of them it is shut out of all.
  const rest = Array.from({ length: buckets - 1 }, (_, at) => ({ ...row, bucket: at + 1 }));
  for (const one of await store.write(rest.map((each) => ({ writes: [put(table, each)] })))) {
    throwIfUnknown(one);
  }
  log.info({ event: TELEMETRY.taken.name, table: table.name, epoch }, 'owner of the tables');
  const heartbeat = new Heartbeat({ store, table, row, clock, log, ttlMs });
  return {
    epoch,
    fence: (bucket) => matches(table, { bucket }, { epoch }),
    lost: heartbeat.lost,
    release: () => heartbeat.release(),
  };
}

async function watchForLife(
  { store, table, clock, log }: OwnershipOptions,
  before: RowOf<OwnersTable>,
  ttlMs: number,
): Promise<void> {
  const { instance } = before;
  log.info(
    { event: TELEMETRY.waiting.name, table: table.name, instance, waitMs: ttlMs },
    'looking whether the last owner lives',
  );
  const untilMs = clock.monotonicMs() + ttlMs;
  while (clock.monotonicMs() < untilMs) {
    await clock.sleep(Math.min(500, ttlMs / 10));
    const now = await store.get(table, HEAD);
    if (now?.released === true && now.epoch === before.epoch) return;
    if (now?.beat !== before.beat || now.epoch !== before.epoch) throw inUse(table, now);
  }
}

function inUse(table: OwnersTable, row: RowOf<OwnersTable> | undefined): CrawlError {
  return new CrawlError(
    'STORE_IN_USE',
    `${table.name}: another process has these tables and lives: ${row?.instance ?? 'unknown'}`,
  );
}

function throwIfUnknown(answer: Answer | undefined): void {
  if (answer?.outcome !== 'unknown') return;
  throw new CrawlError('STORE_AWAY', 'whether the tables were taken is unknown', {
    cause: answer.cause,
  });
}
