import type { Clock } from '@mayfly/clock';
import { CrawlError } from '@mayfly/errors';
import type { Metadata } from '@grpc/grpc-js';
import type { FailureStatus } from '../status.ts';
import type { CallRecord } from '../telemetry/call-record.ts';
import type { ServedMethod } from './served-method.ts';
import type { Caller, ServerCall } from './server-call.ts';

interface Parts {
  readonly served: ServedMethod;
  readonly caller: Caller;
  readonly metadata: Metadata;
  /** By the monotonic clock; infinite where there is none. */
  readonly deadlineAtMs: number;
  readonly draining: AbortSignal;
  readonly record: CallRecord;
  readonly sendFailure: (failure: FailureStatus) => void;
  readonly clock: Clock;
}

/** One call from its first byte to its status, as the server sees it. */
export class ActiveCall implements ServerCall {
  readonly served: ServedMethod;
  readonly caller: Caller;
  readonly draining: AbortSignal;
  readonly record: CallRecord;
  /** Whether its handler was started; it then counts as running until the handler has ended. */
  handled = false;
  readonly #parts: Parts;
  #sendFailure: (failure: FailureStatus) => void;
  #controller: AbortController | undefined;
  #stopped: CrawlError | undefined;
  #answered = false;

  constructor(parts: Parts) {
    this.served = parts.served;
    this.caller = parts.caller;
    this.draining = parts.draining;
    this.record = parts.record;
    this.#parts = parts;
    this.#sendFailure = parts.sendFailure;
  }

  get method(): string {
    return this.served.name;
  }

  get streaming(): boolean {
    return this.served.streaming;
  }

  /** Made when first asked for: most handlers are done before they could be stopped. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#stopped !== undefined) this.#controller.abort(this.#stopped);
    }
    return this.#controller.signal;
  }

  remainingMs(): number {
    return Math.max(0, this.#parts.deadlineAtMs - this.#parts.clock.monotonicMs());
  }

  metadata(key: string): string | undefined {
    return this.#parts.metadata.get(key)[0]?.toString();
  }

  /** Why nobody waits for the answer any more; undefined while somebody does. */
  get stopped(): CrawlError | undefined {
    return this.#stopped;
  }

  /** Tells the handler that nobody waits any more. */
  stop(reason: CrawlError): void {
    if (this.#stopped !== undefined || this.#answered) return;
    this.#stopped = reason;
    this.#controller?.abort(reason);
  }

  /** Whether the caller may still be answered; true once. */
  answer(): boolean {
    if (this.#answered) return false;
    this.#answered = true;
    return true;
  }

  /** From here on responses may be under way, and a failure has to queue behind them. */
  failAfterResponses(sendFailure: (failure: FailureStatus) => void): void {
    this.#sendFailure = sendFailure;
  }

  /** Ends the call with a status, unless it has one. */
  fail(failure: FailureStatus): void {
    if (!this.answer()) return;
    this.record.status = failure.code;
    this.#sendFailure(failure);
  }

  /** The connection is done with the call: with its status sent, or without one. */
  over(): void {
    if (!this.#answered) {
      this.stop(
        this.remainingMs() === 0
          ? new CrawlError('DEADLINE_PASSED', 'the caller waited no longer')
          : new CrawlError('CALL_CANCELLED', 'the caller went away'),
      );
      this.#answered = true;
    }
    this.record.end(this.#stopped);
  }
}
