import { Outcome } from '@mayfly/contracts/crawl/v1';
import { RestReason } from '@mayfly/contracts/frontier/v1';
import { hostOf, type Url } from '@mayfly/url';
import { wordOf } from './print/words.ts';
import type { SuiteAddresses } from './suite/addresses.ts';
import { ask } from './suite/clients.ts';

/** Rests that have a cause which somebody may want to hear of. */
const CAUSES: Readonly<Record<number, string>> = {
  [RestReason.REST_REASON_BUSY]: 'it asked to be left alone for a while',
  [RestReason.REST_REASON_FAILING]: 'it failed again and again',
  [RestReason.REST_REASON_ROBOTS]: 'its robots.txt cannot be had',
};

/** Why nothing of a URL's host is fetched just now, in words; undefined where it only waits for its turn. */
export async function whyWaiting(suite: SuiteAddresses, url: string): Promise<string | undefined> {
  const host = hostOf(url as Url);
  const state = await ask(suite, 'frontier', (frontier) => frontier.getHost({ host }));
  const cause = CAUSES[state.restReason];
  if (cause === undefined) return undefined;
  const until = state.nextAllowedTime?.toISOString() ?? 'later';
  const detail =
    state.restReason === RestReason.REST_REASON_ROBOTS ? await lastRobots(suite, url) : '';
  return `${host} rests until ${until}: ${cause}${detail}`;
}

async function lastRobots(suite: SuiteAddresses, url: string): Promise<string> {
  const robots = new URL('/robots.txt', url).href;
  const { attempts } = await ask(suite, 'scheduler', (scheduler) =>
    scheduler.getUrl({ crawl: 'by-hand', url: robots }),
  );
  const [last] = attempts;
  if (last === undefined) return '';
  const facts = [wordOf(Outcome, last.outcome, 'OUTCOME_'), last.status, last.detail];
  return ` (${facts.filter((fact) => fact !== undefined && fact !== '' && fact !== 0).join(', ')})`;
}
