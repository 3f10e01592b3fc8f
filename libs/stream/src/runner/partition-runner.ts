import type { Clock } from '@mayfly/clock';
import { type ErrorCode, errorCodeOf, isRetryable } from '@mayfly/errors';
import type { Origin, Received, StreamLog } from '../stream.ts';
import { TELEMETRY } from '../telemetry-names.ts';
import type { Topic } from '../topic.ts';
import type { Arrived, Death, Source } from './arrived.ts';
import { Backoff } from './backoff.ts';
import { type CallHandler, NO_ERRORS } from './call-handler.ts';
import { type Item, MessageWindow } from './message-window.ts';

/** What one partition needs to run, whatever the engine. */
export interface RunnerParts<M> {
  readonly topic: Topic<M>;
  readonly place: Pick<Origin, 'stream' | 'partition'>;
  readonly source: Source;
  readonly call: CallHandler<M>;
  /** Resolves when the dead letter is durable. */
  readonly bury: (death: Death) => Promise<void>;
  /** Told each time more is done; everything before that position is. */
  readonly done: (next: bigint) => void;
  readonly limits: {
    readonly maxBatch: number;
    readonly maxBatchBytes: number;
    readonly maxTries: number;
  };
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: StreamLog;
}

/** When to end: `stopping` after the batch under way, `lost` at once and without any effect from then on. */
export interface RunnerSignals {
  readonly stopping: AbortSignal;
  readonly lost: AbortSignal;
}

/**
 * Hands the messages of one partition to the handler and decides what becomes of those that fail.
 *
 * A failure shrinks the batch to one message, and successes let it double again, so a bad message is found
 * without being looked for. When a single message fails because something is away, a neighbour of another key
 * is tried: if that fails too, it is an outage, and the partition waits it out; if it passes, the message is
 * in doubt, and after so many doubts it is given up. Within a key nothing ever goes ahead.
 */
export class PartitionRunner<M> {
  private readonly parts: RunnerParts<M>;
  private readonly window = new MessageWindow<M>();
  private readonly backoff: Backoff;
  private readonly ended: AbortSignal;
  private readonly lost: AbortSignal;
  private limit: number;
  private handlingSince: number | undefined;

  constructor(parts: RunnerParts<M>, { stopping, lost }: RunnerSignals) {
    this.parts = parts;
    this.backoff = new Backoff(parts);
    this.lost = lost;
    this.ended = AbortSignal.any([stopping, lost]);
    this.limit = parts.limits.maxBatch;
  }

  /** Since when (on the monotonic clock) the handler has been running; undefined while it is not. */
  get handlingSinceMs(): number | undefined {
    return this.handlingSince;
  }

  /** Resolves after one of the signals. */
  async run(): Promise<void> {
    while (!this.ended.aborted) {
      this.reportDone();
      if (this.window.size === 0) {
        await this.takeMore();
        if (this.window.size === 0) await this.parts.source.arrival(this.ended);
        continue;
      }
      await this.takeTurn();
    }
    if (!this.lost.aborted) this.reportDone();
  }

  private async takeTurn(): Promise<void> {
    const { maxBatchBytes } = this.parts.limits;
    const batch = this.window.first({ messages: this.limit, bytes: maxBatchBytes });
    if (batch.length === 0) return;
    const failed = await this.attempt(batch);
    if (this.lost.aborted) return;
    if (failed.length === 0) {
      this.limit = Math.min(this.limit * 2, this.parts.limits.maxBatch);
      this.backoff.reset();
      return;
    }
    this.limit = 1;
    if (batch.length > 1) return;
    if (await this.doubt(batch[0]!, failed[0]!)) return;
    this.reportDone();
    if (this.backoff.isFresh) {
      this.parts.log.warn(
        this.fields({ event: TELEMETRY.partitionWaits.name, code: errorCodeOf(failed[0]) }),
        'partition waits',
      );
    }
    await this.backoff.wait(this.ended);
  }

  /** Whether the head was given up, because it fails for a reason of its own. */
  private async doubt(head: Item<M>, error: Error): Promise<boolean> {
    if (!isRetryable(error)) return false;
    let neighbour = this.window.neighbourOf(head);
    // One that fails itself may be bad too: a fresh one says more.
    if (neighbour === undefined || neighbour.failures > 0) {
      await this.takeMore();
      neighbour = this.window.neighbourOf(head);
    }
    if (neighbour === undefined || this.ended.aborted) return false;
    const failuresBefore = neighbour.failures;
    await this.attempt([neighbour]);
    // A neighbour that was given up says nothing about what is away.
    if (!neighbour.done || neighbour.failures > failuresBefore) return false;
    head.doubts += 1;
    if (head.doubts < this.parts.limits.maxTries) return false;
    await this.giveUp(head, error);
    this.backoff.reset();
    return head.done;
  }

  /** Handles a batch and settles what can be settled; answers the failures that are to be tried again. */
  private async attempt(batch: readonly Item<M>[]): Promise<readonly Error[]> {
    const { errors, each } = await this.handled(batch);
    const failed: Error[] = [];
    if (errors === NO_ERRORS) {
      if (!this.lost.aborted) for (const item of batch) item.done = true;
      return failed;
    }
    const blocked = new Set<string>();
    for (const [index, item] of batch.entries()) {
      if (this.lost.aborted) return failed;
      const error = errors[index];
      if (blocked.has(item.arrived.key)) continue;
      if (error === undefined) {
        item.done = true;
        continue;
      }
      const own = each || batch.length === 1;
      if (own) item.failures += 1;
      if (own && this.isGivenUp(item, error)) {
        await this.giveUp(item, error);
        if (item.done) continue;
      }
      blocked.add(item.arrived.key);
      failed.push(error);
    }
    return failed;
  }

  private isGivenUp(item: Item<M>, error: Error): boolean {
    if (isRetryable(error)) return false;
    if (errorCodeOf(error) !== 'INTERNAL') return true;
    item.bugs += 1;
    this.parts.log.error(
      this.fields({ event: TELEMETRY.handlerFailed.name, err: error, try: item.bugs }),
      'handler failed',
    );
    return item.bugs >= this.parts.limits.maxTries;
  }

  private async handled(batch: readonly Item<M>[]) {
    this.handlingSince = this.parts.clock.monotonicMs();
    try {
      return await this.parts.call(
        batch.map((item) => item.received),
        this.lost,
      );
    } finally {
      this.handlingSince = undefined;
    }
  }

  private async giveUp(item: Item<M>, error: Error): Promise<void> {
    const code = errorCodeOf(error);
    item.done = await this.buried({
      arrived: item.arrived,
      code,
      reason: code === 'INTERNAL' ? 'internal error' : error.message,
      attempts: item.failures,
    });
  }

  /** Tries until the dead letter is durable: a message is never dropped because its grave is away. */
  private async buried(death: Death): Promise<boolean> {
    const waits = new Backoff(this.parts);
    while (!this.lost.aborted) {
      try {
        await this.parts.bury(death);
        const { position } = death.arrived;
        this.parts.log.warn(
          this.fields({
            event: TELEMETRY.deadLetter.name,
            position: String(position),
            code: death.code,
          }),
          'message given up',
        );
        return true;
      } catch (error) {
        this.parts.log.warn(
          this.fields({ event: TELEMETRY.deadLetterWaits.name, err: error }),
          'dead letter not written',
        );
        if (this.ended.aborted) return false;
        await waits.wait(this.ended);
      }
    }
    return false;
  }

  private async takeMore(): Promise<void> {
    const { maxBatch, maxBatchBytes } = this.parts.limits;
    const { open } = this.window;
    const room = { messages: maxBatch - open.messages, bytes: maxBatchBytes - open.bytes };
    if (room.messages <= 0) return;
    // A source gives at least one: that may be too much, unless a lone large message needs a neighbour.
    if (room.bytes <= 0 && open.messages > 1) return;
    for (const arrived of this.parts.source.take(room)) {
      const received = this.received(arrived);
      if (!(received instanceof Error)) {
        this.window.add(arrived, received);
        continue;
      }
      const code: ErrorCode = 'MESSAGE_MALFORMED';
      const { message: reason } = received;
      if (!(await this.buried({ arrived, code, reason, attempts: 0 }))) return;
      this.window.addDone(arrived.position);
    }
  }

  private received(arrived: Arrived): Received<M> | Error {
    const { topic } = this.parts;
    const { stream, partition } = this.parts.place;
    const { key, headers, position, publishedMs } = arrived;
    const origin: Origin = { stream, topic: topic.name, partition, position };
    try {
      return { message: topic.decode(arrived.payload), key, headers, origin, publishedMs };
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  private reportDone(): void {
    const next = this.window.dropDone();
    if (next !== undefined) this.parts.done(next);
  }

  private fields(more: object): object {
    return { topic: this.parts.topic.name, ...this.parts.place, ...more };
  }
}
