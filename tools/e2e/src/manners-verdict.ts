import {
  type DemoWorld,
  disallowedRequests,
  impoliteRequests,
  overlappingRequests,
} from '@mayfly/demo-world';

/** Times are taken by another process, which may have to wait for its turn on a busy machine. */
const TOLERANCE_MS = 15;

/**
 * Requests that should not have been made, as the web server saw them, each with the reason. A request of a process
 * that was killed ends for the server when the kernel closes the connection, so that kills excuse nothing: who comes
 * next has to wait from there.
 */
export function badManners(world: DemoWorld, leastDelayMs: number): string[] {
  const log = world.log.entries;
  const delayMs = (host: string) => Math.max(leastDelayMs, world.crawlDelayMs(host));
  const early = impoliteRequests(log, { delayMs, toleranceMs: TOLERANCE_MS });
  const reasons = new Map<object, string>();
  for (const { access, restedMs, neededMs, previous } of early) {
    const after = `${Math.round(restedMs)} ms of ${neededMs} after ${previous.path}`;
    reasons.set(
      access,
      `${access.url} came ${after}${previous.aborted ? ', which broke off' : ''}`,
    );
  }
  for (const { access, during } of overlappingRequests(log)) {
    reasons.set(access, `${access.url} came during ${during.path}`);
  }
  for (const { access, reason } of disallowedRequests(log, world)) {
    reasons.set(access, `${access.url}: ${reason}`);
  }
  return [...reasons.values()];
}
