import type { Crawl, SchedulerServiceDefinition } from '@mayfly/contracts/scheduler/v1';
import type { Client } from '@mayfly/grpc';

type Lister = Pick<Client<typeof SchedulerServiceDefinition>, 'listCrawls'>;

/** All crawls, by name. */
export async function allCrawls(scheduler: Lister): Promise<Crawl[]> {
  const all: Crawl[] = [];
  let pageToken = '';
  do {
    const { crawls, nextPageToken } = await scheduler.listCrawls({ pageToken });
    all.push(...crawls);
    pageToken = nextPageToken;
  } while (pageToken !== '');
  return all;
}

/** Their names. */
export async function crawlNames(scheduler: Lister): Promise<string[]> {
  return (await allCrawls(scheduler)).map(({ name }) => name);
}
