import { ERRORS, type ErrorCode, type GrpcStatusName, isErrorCode } from './catalogue.ts';

/** The one error type that keeps its meaning across gRPC and streams. */
export class CrawlError extends Error {
  override readonly name = 'CrawlError';
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }

  /** Whether the same thing, tried again unchanged, can pass. */
  get retryable(): boolean {
    return ERRORS[this.code].retry;
  }

  get grpcStatus(): GrpcStatusName {
    return ERRORS[this.code].grpc;
  }
}

/** The code of a failure, looked for through its causes: wrapping an error adds a fact and loses none. */
export function errorCodeOf(error: unknown): ErrorCode {
  for (let at = error, depth = 0; at instanceof Error && depth < 16; at = at.cause, depth += 1) {
    if (at instanceof CrawlError) return at.code;
  }
  return 'INTERNAL';
}

/** Whether the failure says so itself; what is not in the catalogue is a bug, and a bug stays one. */
export function isRetryable(error: unknown): boolean {
  return ERRORS[errorCodeOf(error)].retry;
}

/** An error as it may be shown to a caller: what is not in the catalogue loses every detail. */
export function toCallerError(error: unknown): { code: ErrorCode; message: string } {
  if (error instanceof CrawlError && error.code !== 'INTERNAL') {
    return { code: error.code, message: error.message };
  }
  const code = errorCodeOf(error);
  return { code, message: code === 'INTERNAL' ? 'internal error' : ERRORS[code].means };
}

/** The other way: a code and message that came over the wire, from a peer that may be newer than us. */
export function fromWire(code: string, message: string): CrawlError {
  return isErrorCode(code)
    ? new CrawlError(code, message)
    : new CrawlError('INTERNAL', `${message} (unknown code ${code})`);
}
