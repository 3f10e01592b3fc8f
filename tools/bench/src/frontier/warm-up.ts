import type { LoadOrder } from './load-order.ts';
import {
  CRAWL,
  type FrontierClient,
  leaseSettle,
  leaseTimes,
  putCrawl,
  submitNew,
  WARM_UP_CRAWL,
} from './mayfly-load.ts';
import type { PeerClient } from './peer/peer-api.ts';
import { getComplete, getTimes, putNew } from './peer/peer-load.ts';

/** Of the hosts of a warm-up: the run's own begin with another one. */
const LETTER = 'w';
/** A queue of that server may hold back some for a while: the last ones are not waited for. */
const PEER_SHARE = 0.8;

/** Does the step with other URLs first. Leases are of any crawl, so that the one that counts is paused meanwhile. */
export async function warmUpFrontier(client: FrontierClient, order: LoadOrder): Promise<void> {
  const { warmUp } = order;
  if (warmUp === undefined) return;
  // Each warm-up has URLs behind those of the one before, and so a higher revision.
  const revision = 2 * (warmUp.from + 1);
  await putCrawl(client, { name: CRAWL, revision, paused: true });
  await putCrawl(client, { name: WARM_UP_CRAWL, revision, paused: false });
  const other = orderOf(order, warmUp, WARM_UP_CRAWL);
  await submitNew(client, { ...other, step: 'submit-new' });
  if (order.step === 'lease-times') await leaseTimes(client, other);
  else await leaseSettle(client, other);
  // What calls have left of it stays where it is.
  await putCrawl(client, { name: WARM_UP_CRAWL, revision: revision + 1, paused: true });
  await putCrawl(client, { name: CRAWL, revision: revision + 1, paused: false });
}

/** The same of a URLFrontier, which is asked for URLs of one crawl. */
export async function warmUpPeer(client: PeerClient, order: LoadOrder): Promise<void> {
  const { warmUp } = order;
  if (warmUp === undefined) return;
  const other = orderOf(order, warmUp, warmUpCrawlOf(order.crawl));
  await putNew(client, { ...other, step: 'submit-new' });
  const count = Math.ceil(warmUp.count * PEER_SHARE);
  if (order.step === 'lease-times') await getTimes(client, { ...other, count });
  else await getComplete(client, { ...other, count });
}

/** The crawl of a warm-up at a URLFrontier. */
export const warmUpCrawlOf = (crawl: string): string => `${crawl}-warm-up`;

function orderOf(
  { warmUp: _done, ...order }: LoadOrder,
  { from, to, count }: NonNullable<LoadOrder['warmUp']>,
  crawl: string,
): LoadOrder {
  return { ...order, crawl, from, urls: to, count, letter: LETTER };
}
