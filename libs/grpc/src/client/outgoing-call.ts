import { systemClock } from '@mayfly/clock';
import { CrawlError } from '@mayfly/errors';
import { Metadata, status } from '@grpc/grpc-js';
import type { OpenCalls } from '../open-calls.ts';
import { fromStatus } from '../status.ts';
import type { CallRecord } from '../telemetry/call-record.ts';
import type { BeginClientCall } from '../telemetry/client-telemetry.ts';
import type { CallOptions } from './client-options.ts';

interface Cancellable {
  cancel(): void;
}

interface Parts {
  readonly method: string;
  readonly options: CallOptions;
  readonly deadlineMs: number;
  readonly waitForReady: boolean;
  readonly begin: BeginClientCall;
  /** The calls under way, this one from its beginning to its end. */
  readonly underWay: OpenCalls<OutgoingCall>;
}

/** How gRPC says that a call failed. */
export interface GrpcFailure {
  readonly code: status;
  readonly details: string;
  readonly metadata?: Metadata;
}

/** One call from its beginning to its end, as the client sees it. */
export class OutgoingCall {
  readonly metadata: Metadata;
  /** When it is too late, by the machine's wall clock, which is the one that gRPC goes by. */
  readonly deadline: number;
  readonly #method: string;
  readonly #signals: readonly AbortSignal[];
  readonly #record: CallRecord;
  readonly #underWay: OpenCalls<OutgoingCall>;
  #grpcCall: Cancellable | undefined;
  #cause: { error: unknown } | undefined;
  #over: AbortController | undefined;
  #ended = false;

  /** Throws where the call need not even begin. */
  constructor({ method, options, deadlineMs, waitForReady, begin, underWay }: Parts) {
    const { signal, parent } = options;
    this.#method = method;
    this.#underWay = underWay;
    this.#signals = [signal, parent?.signal].filter((each) => each !== undefined);
    const timeMs = Math.min(options.deadlineMs ?? deadlineMs, parent?.remainingMs() ?? Infinity);
    if (timeMs <= 0) throw new CrawlError('DEADLINE_PASSED', `${method}: no time was left for it`);
    for (const each of this.#signals) {
      if (each.aborted) throw this.#cancellation(each.reason);
    }
    this.deadline = systemClock.nowMs() + timeMs;
    this.metadata = new Metadata({ waitForReady });
    this.#record = begin(method, this.metadata);
    underWay.add(this);
  }

  /** Aborted when the call has ended, however that was. */
  get over(): AbortSignal {
    this.#over ??= new AbortController();
    if (this.#ended) this.#over.abort(new CrawlError('CALL_CANCELLED', 'the call is over'));
    return this.#over.signal;
  }

  /** From here on an abort of the caller's signals cancels what gRPC does. */
  begun(grpcCall: Cancellable): void {
    this.#grpcCall = grpcCall;
    for (const signal of this.#signals) signal.addEventListener('abort', this.#onAbort);
  }

  /** Gives the call up; whoever waits for it learns that it was cancelled, and why. */
  cancel(cause: unknown): void {
    this.breakOff(this.#cancellation(cause));
  }

  /** Gives the call up because of an error on our side, which whoever waits for it gets. */
  breakOff(error: unknown): void {
    this.#cause ??= { error };
    this.#grpcCall?.cancel();
  }

  /** The caller has read enough of a stream: an end, not a failure. */
  leave(): void {
    if (this.#ended) return;
    this.#grpcCall?.cancel();
    this.#end(status.CANCELLED);
  }

  succeeded(): void {
    this.#end(status.OK);
  }

  /** The error that the caller gets for what gRPC says. */
  failed(failure: GrpcFailure): unknown {
    this.#end(failure.code);
    return this.#cause === undefined ? fromStatus(failure) : this.#cause.error;
  }

  readonly #onAbort = ({ target }: Event): void => this.cancel((target as AbortSignal).reason);

  #cancellation(cause: unknown): CrawlError {
    return new CrawlError('CALL_CANCELLED', `${this.#method}: cancelled by its caller`, { cause });
  }

  #end(code: status): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#underWay.delete(this);
    for (const signal of this.#signals) signal.removeEventListener('abort', this.#onAbort);
    this.#record.status = code;
    this.#record.end();
    this.#over?.abort(new CrawlError('CALL_CANCELLED', 'the call is over'));
  }
}
