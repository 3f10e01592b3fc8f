/** How long the cancellation may come after the end. Both are sent in one go. */
const CUT_WITHIN_MS = 10;

/**
 * A client on Node that gives up a stream of requests first ends it and then cancels the call. So
 * every end is looked at twice: when the cancellation comes in time, gRPC forgets the end, and half
 * an upload is not taken for a whole one. It makes that unlikely, not impossible: where it matters,
 * the contract carries a count or a hash.
 */
export function unlessCut(end: () => void): void {
  // The timer alone could fire before the network was looked at once more.
  setTimeout(() => setImmediate(() => setImmediate(end)), CUT_WITHIN_MS);
}
