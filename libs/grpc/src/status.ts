import { CrawlError, ERRORS, type ErrorCode, fromWire, toCallerError } from '@mayfly/errors';
import { Metadata, status } from '@grpc/grpc-js';

/** Where an error's code travels, beside the status. */
const CODE_KEY = 'mayfly-error-code';

/** When to come again; a time below zero is never. */
const PUSHBACK_KEY = 'grpc-retry-pushback-ms';

/** Trailers share a small frame with everything else a peer may send there. */
const MAX_DETAILS = 1_000;

/** How a call ended, as gRPC sends it. */
export interface FailureStatus {
  readonly code: status;
  readonly details: string;
  readonly metadata: Metadata;
}

/** An error as a caller may see it. With a pushback, a caller who may try again comes back after it. */
export function toStatus(error: unknown, pushbackMs?: number): FailureStatus {
  const { code, message } = toCallerError(error);
  const metadata = new Metadata();
  metadata.set(CODE_KEY, code);
  if (pushbackMs !== undefined) {
    metadata.set(PUSHBACK_KEY, String(Math.round(pushbackMs)));
  }
  // Half a surrogate pair makes the encoder of trailers throw where nobody can catch it.
  const details = message.slice(0, MAX_DETAILS).toWellFormed();
  return { code: status[ERRORS[code].grpc], details, metadata };
}

/** Whether a call that may be made twice is made again after such an end, by the service config of its client. */
export function mayPassLater({ code, metadata }: FailureStatus): boolean {
  if (code !== status.UNAVAILABLE && code !== status.RESOURCE_EXHAUSTED) return false;
  return !String(metadata.get(PUSHBACK_KEY)[0] ?? '').startsWith('-');
}

/** `OK`, `UNAVAILABLE` …, as telemetry writes it. */
export function statusName(code: status): string {
  return status[code] ?? 'UNKNOWN';
}

/** What a caller learns from a status: our own code where the peer sent one. */
export function fromStatus(failure: {
  readonly code: status;
  readonly details: string;
  readonly metadata?: Metadata;
}): CrawlError {
  const [code] = failure.metadata?.get(CODE_KEY) ?? [];
  if (typeof code === 'string') return fromWire(code, failure.details);
  const details = `${statusName(failure.code)}: ${failure.details}`;
  return new CrawlError(codeOf(failure.code, failure.details), details);
}

/** Statuses that gRPC itself makes: connections, deadlines, limits, and servers that are not ours. */
const CODES: ReadonlyMap<status, ErrorCode> = new Map([
  [status.UNAVAILABLE, 'DEPENDENCY_AWAY'],
  // We asked for no cancellation, so somebody cut the line.
  [status.CANCELLED, 'DEPENDENCY_AWAY'],
  [status.DEADLINE_EXCEEDED, 'DEADLINE_PASSED'],
  [status.RESOURCE_EXHAUSTED, 'OVERLOADED'],
  [status.INVALID_ARGUMENT, 'REQUEST_INVALID'],
  [status.OUT_OF_RANGE, 'REQUEST_INVALID'],
  [status.UNAUTHENTICATED, 'CREDENTIALS_MISSING'],
  [status.PERMISSION_DENIED, 'ROLE_MISSING'],
  [status.UNIMPLEMENTED, 'RPC_UNKNOWN'],
]);

function codeOf(code: status, details: string): ErrorCode {
  // gRPC has one status for two things; only its words tell them apart.
  if (code === status.RESOURCE_EXHAUSTED && details.includes('larger than')) {
    return 'MESSAGE_TOO_LARGE';
  }
  return CODES.get(code) ?? 'INTERNAL';
}
