import type { Clock } from '@mayfly/clock';
import { CrawlError } from '@mayfly/errors';
import { type ClientSession, type MongoClient, MongoError, type Timestamp } from 'mongodb';
import { isOutage } from './outage.ts';

const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 500;

/** What bounds every call to MongoDB. */
export interface CallLimits {
  readonly clock: Clock;
  readonly random: () => number;
  /** How long an operation may take, with all its repetitions. */
  readonly timeoutMs: number;
}

/** The moment at which an operation gives up. */
export interface Deadline {
  readonly leftMs: () => number;
  /** Waits a little longer after each failure, by chance, so that rivals part; false when the time is up. */
  readonly pause: (failures: number) => Promise<boolean>;
}

/**
 * Runs operations, each in a session of its own and bounded by our own deadline, because the driver's `timeoutMS` has no
 * effect. Sessions carry the latest operation time on: a read waits for every write that this store has acknowledged, also
 * on a primary that was elected a moment ago.
 */
export class MongoCalls {
  private readonly client: MongoClient;
  private readonly limits: CallLimits;
  private latest: Timestamp | undefined;

  constructor(client: MongoClient, limits: CallLimits) {
    this.client = client;
    this.limits = limits;
  }

  /** Tries again until it is answered; STORE_AWAY when the time is up. */
  async read<T>(run: (session: ClientSession) => Promise<T>): Promise<T> {
    const attempt = async (session: ClientSession, deadline: Deadline) => {
      for (let failures = 0; ; failures += 1) {
        try {
          return await run(session);
        } catch (error) {
          if (!isOutage(error) || !(await deadline.pause(failures))) throw error;
        }
      }
    };
    try {
      return await this.once(attempt);
    } catch (cause) {
      if (!isOutage(cause)) throw cause;
      throw new CrawlError('STORE_AWAY', 'MongoDB does not answer', { cause });
    }
  }

  /** Runs it one time; what it does about failures is its own affair, and so is what is unknown afterwards. */
  async once<T>(run: (session: ClientSession, deadline: Deadline) => Promise<T>): Promise<T> {
    const { clock, timeoutMs } = this.limits;
    const done = new AbortController();
    const tooLate = clock.sleep(timeoutMs, done.signal).then(
      () => {
        throw new MongoError(`no answer within ${timeoutMs} ms`);
      },
      () => new Promise<never>(() => {}),
    );
    try {
      return await Promise.race([this.inSession(run), tooLate]);
    } finally {
      done.abort();
    }
  }

  private async inSession<T>(
    run: (session: ClientSession, deadline: Deadline) => Promise<T>,
  ): Promise<T> {
    const session = this.client.startSession({ causalConsistency: true });
    if (this.latest !== undefined) session.advanceOperationTime(this.latest);
    try {
      return await run(session, this.deadline());
    } finally {
      const seen = session.operationTime;
      if (seen !== undefined && (this.latest === undefined || seen.greaterThan(this.latest))) {
        this.latest = seen;
      }
      await session.endSession().catch(() => {});
    }
  }

  private deadline(): Deadline {
    const { clock, random, timeoutMs } = this.limits;
    const end = clock.monotonicMs() + timeoutMs;
    const leftMs = () => end - clock.monotonicMs();
    return {
      leftMs,
      pause: async (failures) => {
        const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures, 10));
        const pauseMs = longest * (0.5 + random() / 2);
        if (pauseMs >= leftMs()) return false;
        await clock.sleep(pauseMs);
        return true;
      },
    };
  }
}
