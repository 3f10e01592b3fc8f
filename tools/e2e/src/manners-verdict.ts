import {
  type DemoWorld,
  disallowedRequests,
  impoliteRequests,
  overlappingRequests,
} from '@mayfly/demo-world';
import type { StallWatch } from './stall-watch.ts';

/** Times are taken by another process than the one that keeps them. */
const TOLERANCE_MS = 15;

/**
 * Requests that should not have been made, as the web server saw them, each with the reason. A request of a process
 * that was killed ends for the server when the kernel closes the connection, so that kills excuse nothing: who comes
 * next has to wait from there. An end that the server noticed late is taken for as early as it can have been.
 */
export function badManners(
  world: DemoWorld,
  leastDelayMs: number,
  stalls: Pick<StallWatch, 'earliest'>,
): string[] {
  const log = world.log.entries;
  const delayMs = (host: string) => Math.max(leastDelayMs, world.crawlDelayMs(host));
  const lateMs = ({ endMs }: { readonly endMs?: number }) =>
    endMs === undefined ? 0 : endMs - stalls.earliest(endMs);
  const reasons = new Map<object, string>();
  for (const { access, restedMs, neededMs, previous } of impoliteRequests(log, { delayMs })) {
    if (restedMs + lateMs(previous) >= neededMs - TOLERANCE_MS) continue;
    const after = `${Math.round(restedMs)} ms of ${neededMs} after ${previous.path}`;
    const how = previous.aborted ? ', which broke off' : '';
    const atS = Math.round((access.startMs - log[0]!.startMs) / 1_000);
    reasons.set(access, `${access.url} came ${after}${how}, second ${atS}`);
  }
  for (const { access, during } of overlappingRequests(log)) {
    if (access.startMs >= (during.endMs ?? Infinity) - lateMs(during)) continue;
    reasons.set(access, `${access.url} came during ${during.path}`);
  }
  for (const { access, reason } of disallowedRequests(log, world)) {
    reasons.set(access, `${access.url}: ${reason}`);
  }
  return [...reasons.values()];
}
