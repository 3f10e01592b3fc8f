/** How gRPC names a failure; kept as a word so that this lib needs no gRPC. */
export type GrpcStatusName =
  | 'INVALID_ARGUMENT'
  | 'NOT_FOUND'
  | 'ALREADY_EXISTS'
  | 'PERMISSION_DENIED'
  | 'UNAUTHENTICATED'
  | 'RESOURCE_EXHAUSTED'
  | 'FAILED_PRECONDITION'
  | 'ABORTED'
  | 'OUT_OF_RANGE'
  | 'UNIMPLEMENTED'
  | 'INTERNAL'
  | 'UNAVAILABLE'
  | 'CANCELLED'
  | 'DEADLINE_EXCEEDED'
  | 'DATA_LOSS';

interface ErrorRule {
  /** The status a gRPC caller sees. */
  readonly grpc: GrpcStatusName;
  /** Whether the same thing, tried again later and unchanged, can pass. */
  readonly retry: boolean;
  /** What happened, for `docs/errors.md`. */
  readonly means: string;
}

/** Every failure another service may act on. Anything not listed here is a bug and travels as INTERNAL. */
export const ERRORS = {
  REQUEST_INVALID: {
    grpc: 'INVALID_ARGUMENT',
    retry: false,
    means: 'A field of the request is missing, malformed or out of range; the message names it.',
  },
  URL_INVALID: {
    grpc: 'INVALID_ARGUMENT',
    retry: false,
    means: 'Not an absolute http or https URL that could be fetched.',
  },
  CONFIG_INVALID: {
    grpc: 'FAILED_PRECONDITION',
    retry: false,
    means: 'The settings of a process are wrong; the message lists every problem.',
  },
  CREDENTIALS_MISSING: {
    grpc: 'UNAUTHENTICATED',
    retry: false,
    means: 'The call does not say who is calling, or not in a way that can be believed.',
  },
  ROLE_MISSING: {
    grpc: 'PERMISSION_DENIED',
    retry: false,
    means: 'The caller is known but does not have the role that the contract asks for.',
  },
  DEADLINE_MISSING: {
    grpc: 'INVALID_ARGUMENT',
    retry: false,
    means: 'The call has no deadline, and this server takes none without.',
  },
  DEADLINE_PASSED: {
    grpc: 'DEADLINE_EXCEEDED',
    retry: true,
    means: 'The time that the caller gave ran out; the effect is unknown.',
  },
  CALL_CANCELLED: {
    grpc: 'CANCELLED',
    retry: false,
    means: 'The caller went away before the answer.',
  },
  OVERLOADED: {
    grpc: 'RESOURCE_EXHAUSTED',
    retry: true,
    means: 'The server has as much work as it can take; the answer says when to come again.',
  },
  MESSAGE_TOO_LARGE: {
    grpc: 'OUT_OF_RANGE',
    retry: false,
    means: 'A message is larger than its stream or its call allows.',
  },
  MESSAGE_MALFORMED: {
    grpc: 'INVALID_ARGUMENT',
    retry: false,
    means: 'The bytes of a message are not what its contract says.',
  },
  RPC_UNKNOWN: {
    grpc: 'UNIMPLEMENTED',
    retry: false,
    means: 'The server does not know this call; it may be older than its caller.',
  },
  DEPENDENCY_AWAY: {
    grpc: 'UNAVAILABLE',
    retry: true,
    means: 'Another service, or a part of this one, cannot be reached now.',
  },
  STREAM_AWAY: {
    grpc: 'UNAVAILABLE',
    retry: true,
    means: 'The stream engine does not answer; whether a publish got through is unknown.',
  },
  STREAM_NOT_PREPARED: {
    grpc: 'FAILED_PRECONDITION',
    retry: false,
    means: 'A topic is missing or has other partitions than declared; run `mayfly prepare`.',
  },
  DEAD_LETTER_UNKNOWN: {
    grpc: 'NOT_FOUND',
    retry: false,
    means: 'The group has no dead letter of that id, or it was given back already.',
  },
  STORE_AWAY: {
    grpc: 'UNAVAILABLE',
    retry: true,
    means: 'The storage engine does not answer.',
  },
  STORE_FORMAT_NEWER: {
    grpc: 'FAILED_PRECONDITION',
    retry: false,
    means: 'A table or data folder was written by a newer Mayfly; this one would damage it.',
  },
  STORE_FORMAT_OLDER: {
    grpc: 'FAILED_PRECONDITION',
    retry: false,
    means: 'A data folder was written by a build so old that this one has no way to read it.',
  },
  STORE_NOT_PREPARED: {
    grpc: 'FAILED_PRECONDITION',
    retry: false,
    means: 'A table or index is missing or of an older format; run `mayfly prepare`.',
  },
  STORE_IN_USE: {
    grpc: 'FAILED_PRECONDITION',
    retry: false,
    means: 'Another process has the data folder open.',
  },
  ROW_INVALID: {
    grpc: 'INVALID_ARGUMENT',
    retry: false,
    means: 'A row, key or cursor does not fit its table; the message names table and column.',
  },
  ROW_TOO_LARGE: {
    grpc: 'OUT_OF_RANGE',
    retry: false,
    means: 'A row is above 1 MB, a key above its limit, or a large value above 64 MB.',
  },
  CRAWL_UNKNOWN: {
    grpc: 'NOT_FOUND',
    retry: false,
    means: 'There is no crawl of that name.',
  },
  SOURCE_UNKNOWN: {
    grpc: 'NOT_FOUND',
    retry: false,
    means: 'The crawl has no such source.',
  },
  CRAWL_EXISTS: {
    grpc: 'ALREADY_EXISTS',
    retry: false,
    means: 'There is a crawl of that name with other settings.',
  },
  SITE_UNKNOWN: {
    grpc: 'NOT_FOUND',
    retry: false,
    means: 'Nothing of that site was ever recorded.',
  },
  BODY_UNKNOWN: {
    grpc: 'NOT_FOUND',
    retry: false,
    means: 'No body, text or links are kept under that hash.',
  },
  BODY_MISMATCH: {
    grpc: 'INVALID_ARGUMENT',
    retry: false,
    means: 'The bytes are not those that their header announced; nothing was kept.',
  },
  BODY_TOO_LARGE: {
    grpc: 'OUT_OF_RANGE',
    retry: false,
    means: 'A body is above 64 MB.',
  },
  HOST_RESTING: {
    grpc: 'FAILED_PRECONDITION',
    retry: true,
    means: 'The host may not be asked before the caller’s time is over; come again later.',
  },
  CONTACT_MISSING: {
    grpc: 'FAILED_PRECONDITION',
    retry: false,
    means: 'Crawling beyond loopback needs a contact in the user agent, and none is set.',
  },
  OWNER_LOST: {
    grpc: 'UNAVAILABLE',
    retry: true,
    means: 'Another process owns these tables now; this one stops.',
  },
  NOT_OWNER: {
    grpc: 'UNAVAILABLE',
    retry: true,
    means: 'Another replica owns what was asked for, or nobody does at the moment.',
  },
  INTERNAL: {
    grpc: 'INTERNAL',
    retry: false,
    means: 'A bug. The caller learns nothing more; the log of the service has the stack.',
  },
} as const satisfies Record<string, ErrorRule>;

/** The name of one failure, the same in gRPC, stream headers, logs and docs. */
export type ErrorCode = keyof typeof ERRORS;

/** Whether a word that came from outside is a code of the catalogue. */
export function isErrorCode(word: string): word is ErrorCode {
  return Object.hasOwn(ERRORS, word);
}
