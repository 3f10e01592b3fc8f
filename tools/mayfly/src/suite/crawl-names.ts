import type { SchedulerServiceDefinition } from '@mayfly/contracts/scheduler/v1';
import type { Client } from '@mayfly/grpc';

/** The names of all crawls. */
export async function crawlNames(
  scheduler: Pick<Client<typeof SchedulerServiceDefinition>, 'listCrawls'>,
): Promise<string[]> {
  const names: string[] = [];
  let pageToken = '';
  do {
    const { crawls, nextPageToken } = await scheduler.listCrawls({ pageToken });
    names.push(...crawls.map(({ name }) => name));
    pageToken = nextPageToken;
  } while (pageToken !== '');
  return names;
}
