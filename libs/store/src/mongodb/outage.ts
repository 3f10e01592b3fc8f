import { MongoAPIError, MongoError, MongoServerError } from 'mongodb';

/** What a server answers that is shutting down, has lost its place as primary, is too slow, or was interrupted. */
const PASSING_CODES: ReadonlySet<unknown> = new Set([
  6, 7, 24, 43, 50, 64, 89, 91, 134, 175, 189, 237, 246, 251, 262, 9001, 10107, 11600, 11601, 11602,
  13435, 13436,
]);
const PASSING_LABELS = ['RetryableWriteError', 'RetryableError', 'TransientTransactionError'];

/** Whether the same request can pass later; otherwise the server has understood it and says no. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof MongoError) || error instanceof MongoAPIError) return false;
  if (!(error instanceof MongoServerError)) return true;
  return (
    PASSING_CODES.has(error.code) || PASSING_LABELS.some((label) => error.hasErrorLabel(label))
  );
}
