import { type HostKey, hostOf, normaliseUrl } from '@mayfly/url';
import type { Frontier } from './frontier.ts';
import { usualPauseMs } from './host-pause.ts';
import { REST } from './rows.ts';

/** How long a host rests after a request of a crawl: whoever plans needs not order more of it than can be asked. */
export interface HostRest {
  readonly crawl: string;
  readonly host: HostKey;
  readonly restMs: number;
}

/** The rests of the hosts of these URLs, each once, as far as they are in memory here. */
export function hostRests(
  frontier: Frontier,
  urls: readonly { readonly crawl: string; readonly url: string }[],
): HostRest[] {
  const rests = new Map<string, HostRest>();
  for (const { crawl, url } of urls) {
    const normalised = normaliseUrl(url);
    if (!normalised.ok) continue;
    const host = hostOf(normalised.url);
    const name = `${crawl} ${host}`;
    const restMs = rests.has(name) ? undefined : hostRestMs(frontier, crawl, host);
    if (restMs !== undefined) rests.set(name, { crawl, host, restMs });
  }
  return [...rests.values()];
}

/** What its last usual rest was also tells how slow it is; after a failure it says nothing of the next one. */
function hostRestMs(frontier: Frontier, crawl: string, host: HostKey): number | undefined {
  const row = frontier.hostOf(host)?.row;
  if (row === undefined) return undefined;
  const manners = frontier.mannersOf(crawl, row);
  const usualMs = usualPauseMs(row, manners, frontier.around.settings.pause);
  const lastMs = row.restReason === REST.delay ? row.restMs : 0;
  return Math.max(usualMs, lastMs) / manners.leasesAtATime;
}
