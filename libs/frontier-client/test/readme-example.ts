import { systemClock } from '@mayfly/clock';
import { getLedger, openFrontier } from '@mayfly/frontier-client';
import type { Url } from '@mayfly/url';

export async function example(target: string) {
  const timing = { clock: systemClock, random: Math.random };
  await using frontier = await openFrontier({ service: 'somebody', target, ...timing });

  // Whatever every replica can answer.
  const { urls } = await frontier.any.getUrls({ crawl: 'news', urls: ['https://a.test/'] });
  // What only the owner of a host can.
  const key = frontier.keyOfUrl('https://a.test/' as Url);
  const { host } = await frontier.owners.askOwner(key, (owner) =>
    owner.getHost({ host: 'a.test' }),
  );
  // What all of them count together.
  const { known } = await getLedger(frontier, { crawl: 'news' }, { clock: systemClock });
  return { urls: urls.length, host, known };
}
