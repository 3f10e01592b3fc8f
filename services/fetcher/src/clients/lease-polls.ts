import { atMost, type Clock } from '@mayfly/clock';
import { CrawlError } from '@mayfly/errors';
import type { CallOptions, OwnerClient } from '@mayfly/grpc';

interface Asked {
  readonly max: number;
  readonly waitMs: number;
}

interface PollParts<C, T> {
  readonly clock: Clock;
  readonly eachOwner: (options: CallOptions) => Promise<OwnerClient<C>[]>;
  readonly ask: (client: C, asked: Asked, options: CallOptions) => Promise<T[]>;
  /** Gives back what came when nobody wanted it any more. */
  readonly release: (leases: readonly T[]) => Promise<void>;
}

interface Poll {
  readonly wanted: number;
  readonly stop: AbortController;
}

/** How a replica was found when it was asked last. */
interface LastTime {
  readonly askedMs: number;
  readonly hadNothing: boolean;
  /** It failed, and is left alone until then. */
  readonly restsUntilMs: number;
}

const REST_MS = 1_000;
/** A poll that is cancelled while its answer is on the way loses the leases in it, so a moment is left for that. */
const LAST_ANSWER_MS = 300;

/**
 * Asks all replicas for leases, and never for more of them together than are wanted. One that had something is asked for its
 * part, by the buckets it owns, and answers at once; one that had nothing is asked to wait for a single lease, so that the
 * others have its part. What comes while nobody waits is kept for the next call.
 */
export class LeasePolls<C, T> {
  readonly #parts: PollParts<C, T>;
  readonly #polls = new Map<string, Poll>();
  readonly #lastTimes = new Map<string, LastTime>();
  readonly #running = new Set<Promise<void>>();
  #ready: T[] = [];
  #changed = Promise.withResolvers<void>();
  #failure: unknown;
  #isClosed = false;

  constructor(parts: PollParts<C, T>) {
    this.#parts = parts;
  }

  async lease(asked: Asked, options: CallOptions = {}): Promise<T[]> {
    const { clock, eachOwner, ask } = this.#parts;
    const each = await eachOwner(options);
    const [only] = each;
    const isAlone = each.length === 1 && this.#polls.size + this.#ready.length === 0;
    if (isAlone) return only!.call((client) => ask(client, asked, options));
    const untilMs = clock.monotonicMs() + asked.waitMs;
    for (;;) {
      if (this.#ready.length === 0 && options.signal?.aborted !== true) this.#start(each, asked);
      if (this.#ready.length > 0) return this.#ready.splice(0, asked.max);
      if (options.signal?.aborted === true) throw cancelled();
      if (this.#polls.size === 0 && this.#failure !== undefined) throw this.#takeFailure();
      const leftMs = untilMs - clock.monotonicMs();
      if (leftMs <= 0) return [];
      await this.#change(leftMs, options.signal);
    }
  }

  /** Ends what is under way and gives back what nobody has asked for. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await atMost(this.#parts.clock, LAST_ANSWER_MS, Promise.all(this.#running));
    for (const { stop } of this.#polls.values()) stop.abort();
    await Promise.all(this.#running);
    const left = this.#ready.splice(0);
    // A lease that cannot be given back expires.
    if (left.length > 0) await this.#parts.release(left).catch(() => {});
  }

  #start(each: readonly OwnerClient<C>[], { max, waitMs }: Asked): void {
    const nowMs = this.#parts.clock.monotonicMs();
    let free = max;
    for (const { wanted } of this.#polls.values()) free -= wanted;
    const last = (replica: OwnerClient<C>) => this.#lastTimes.get(replica.address);
    const asked = each
      .filter((replica) => !this.#polls.has(replica.address))
      .filter((replica) => (last(replica)?.restsUntilMs ?? 0) <= nowMs)
      // Who has waited longest comes first, where there are fewer places than replicas.
      .sort((a, b) => (last(a)?.askedMs ?? 0) - (last(b)?.askedMs ?? 0));
    const busy = asked.filter((replica) => last(replica)?.hadNothing !== true);
    const buckets = busy.reduce((sum, replica) => sum + replica.buckets, 0);
    const shared = free - (asked.length - busy.length);
    for (const replica of asked) {
      if (free <= 0) return;
      const isBusy = busy.includes(replica);
      const part = isBusy ? Math.round((shared * replica.buckets) / Math.max(1, buckets)) : 1;
      const wanted = Math.min(free, Math.max(1, part));
      free -= wanted;
      this.#poll(replica, { max: wanted, waitMs: isBusy ? 0 : waitMs });
    }
  }

  #poll(replica: OwnerClient<C>, asked: Asked): void {
    const { ask, clock } = this.#parts;
    const { address } = replica;
    const stop = new AbortController();
    this.#polls.set(address, { wanted: asked.max, stop });
    const noted = (hadNothing: boolean, restMs = 0) => {
      const nowMs = clock.monotonicMs();
      this.#lastTimes.set(address, { askedMs: nowMs, hadNothing, restsUntilMs: nowMs + restMs });
    };
    const running = replica
      .call((client) => ask(client, asked, { signal: stop.signal }))
      .then(
        (leases) => {
          noted(leases.length === 0);
          this.#failure = undefined;
          this.#ready.push(...leases);
        },
        (error: unknown) => {
          noted(true, REST_MS);
          if (!this.#isClosed) this.#failure = error;
        },
      )
      .then(() => {
        this.#polls.delete(address);
        this.#running.delete(running);
        this.#changed.resolve();
      });
    this.#running.add(running);
  }

  async #change(withinMs: number, signal: AbortSignal | undefined): Promise<void> {
    const aborted = Promise.withResolvers<void>();
    const abort = () => aborted.resolve();
    signal?.addEventListener('abort', abort, { once: true });
    await atMost(
      this.#parts.clock,
      withinMs,
      Promise.race([this.#changed.promise, aborted.promise]),
    );
    signal?.removeEventListener('abort', abort);
    this.#changed = Promise.withResolvers<void>();
  }

  #takeFailure(): Error {
    const failure = this.#failure;
    this.#failure = undefined;
    return failure as Error;
  }
}

function cancelled(): CrawlError {
  return new CrawlError('CALL_CANCELLED', 'cancelled while leases were waited for');
}
