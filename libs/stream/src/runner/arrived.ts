import type { ErrorCode } from '@mayfly/errors';
import type { Headers } from '../stream.ts';

/** A message as an engine has it. */
export interface Arrived {
  readonly position: bigint;
  readonly key: string;
  readonly payload: Uint8Array;
  readonly headers: Headers;
  readonly publishedMs: number;
  readonly bytes: number;
}

/** Where the runner of one partition gets its messages, in order. */
export interface Source {
  /** What is there now, at most so many; at least one where there is any, however large. */
  take(limit: { readonly messages: number; readonly bytes: number }): readonly Arrived[];
  /** Resolves when there may be something to take, or when the signal is aborted. */
  arrival(signal: AbortSignal): Promise<void>;
}

/** What a runner asks the engine to keep of a message that it gives up. */
export interface Death {
  readonly arrived: Arrived;
  readonly code: ErrorCode;
  readonly reason: string;
  readonly attempts: number;
}
