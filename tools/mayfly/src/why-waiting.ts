import { Outcome } from '@mayfly/contracts/crawl/v1';
import { RestReason } from '@mayfly/contracts/frontier/v1';
import { restCause } from '@mayfly/frontier-client';
import { hostOf, type Url } from '@mayfly/url';
import { wordOf } from './print/words.ts';
import type { SuiteAddresses } from './suite/addresses.ts';
import { ask, askFrontier } from './suite/clients.ts';

/** Rests that have a cause which somebody may want to hear of. */
const WORTH_TELLING = new Set<number>([
  RestReason.REST_REASON_BUSY,
  RestReason.REST_REASON_FAILING,
  RestReason.REST_REASON_ROBOTS,
  RestReason.REST_REASON_TRIPPED,
]);

/** Why nothing of a URL's host is fetched just now, in words; undefined where it only waits for its turn. */
export async function whyWaiting(suite: SuiteAddresses, url: string): Promise<string | undefined> {
  const host = hostOf(url as Url);
  const state = await askFrontier(suite, ({ owners, keyOfHost }) =>
    owners.askOwner(keyOfHost(host), (client) => client.getHost({ host })),
  );
  if (state.block !== undefined) {
    const { untilTime, reason } = state.block;
    const end = untilTime === undefined ? 'for good' : `until ${untilTime.toISOString()}`;
    return `${host} is blocked ${end}: ${reason}; mayfly host ${host} --unblock lets it be asked again`;
  }
  if (!WORTH_TELLING.has(state.restReason)) return undefined;
  const cause = restCause(state.restReason);
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
