import type { Crawl } from '@mayfly/contracts/frontier/v1';
import type { CallOptions } from '@mayfly/grpc';
import type { FrontierReplicas } from './open-frontier.ts';

/** Tells every replica of the crawls; the revisions are those that all of them have. */
export async function putCrawls(
  { owners }: FrontierReplicas,
  crawls: Crawl[],
  options: CallOptions = {},
): Promise<number[]> {
  const each = await owners.eachOwner(options);
  const all = await Promise.all(
    each.map((replica) => replica.call((client) => client.putCrawls({ crawls }, options))),
  );
  return crawls.map((_, at) => Math.min(...all.map(({ revisions }) => revisions[at] ?? 0)));
}
