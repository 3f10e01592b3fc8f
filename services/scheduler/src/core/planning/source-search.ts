import type { HostKey, Url } from '@mayfly/url';
import type { KeptSource, StandingLink } from './kept-source.ts';

/** Of a front page so many links are watched, in the order of the page: what leads to lists stands first. */
const MOST_STANDING = 150;
/** A link stands when the front page showed it so often. */
const STANDING_VISITS = 3;
/** Hosts whose front pages and lists are looked for: those that yield most. */
const MOST_HOSTS = 200;

/** A source that was found by search. */
export interface FoundSource {
  readonly url: Url;
  readonly kind: 'front-page' | 'list';
}

/** Links of a front page with how long they have stood there; those that are gone are forgotten. */
export function standingLinks(
  before: readonly StandingLink[],
  links: readonly Url[],
  nowMs: number,
): StandingLink[] {
  const known = new Map(before.map((one) => [one[0], one]));
  return [...new Set(links)].slice(0, MOST_STANDING).map((url) => {
    const [, sinceMs = nowMs, visits = 0] = known.get(url) ?? [];
    return [url, sinceMs, visits + 1];
  });
}

/**
 * A few days, or half of the crawl's own age as long as that is less: what has stood on a front page for half of all the time
 * there is cannot be told from what stands for good.
 */
export function standingAgeMs(settingMs: number, crawlAgeMs: number): number {
  return Math.min(settingMs, crawlAgeMs / 2);
}

export function isFrontPage(url: Url): boolean {
  const { pathname, search } = new URL(url);
  return pathname === '/' && search === '';
}

/** ECHO's procedure: the main pages of the hosts that yield most, and the lasting pages one link away from them. */
export function searchSources({
  hosts,
  sources,
  schemeOf,
  isSource,
  ageMs,
  nowMs,
}: {
  /** New links that pages of each host brought. */
  readonly hosts: readonly { readonly host: HostKey; readonly newLinks: number }[];
  readonly sources: Iterable<KeptSource>;
  /** By what scheme pages of a host come; undefined while none has. To guess would make the whole host rest when it is wrong. */
  readonly schemeOf: (host: HostKey) => string | undefined;
  readonly isSource: (url: Url) => boolean;
  readonly ageMs: number;
  readonly nowMs: number;
}): FoundSource[] {
  const best = hosts
    .filter(({ newLinks }) => newLinks > 0)
    .toSorted((a, b) => b.newLinks - a.newLinks)
    .slice(0, MOST_HOSTS)
    .map(({ host }) => host);
  const all = [...sources];
  const fronts = best
    .flatMap((host) => {
      const scheme = schemeOf(host);
      return scheme === undefined ? [] : [`${scheme}://${host}/` as Url];
    })
    .filter((url) => !isSource(url));
  const ranked = new Set<string>(best);
  const lists = all
    .filter(({ url }) => ranked.has(new URL(url).host))
    .flatMap(({ standing }) => standing)
    .filter(([url, sinceMs, visits]) => {
      return visits >= STANDING_VISITS && nowMs - sinceMs >= ageMs && !isSource(url);
    })
    .map(([url]) => url);
  return [
    ...fronts.map((url) => ({ url, kind: 'front-page' as const })),
    ...[...new Set(lists)].map((url) => ({ url, kind: 'list' as const })),
  ];
}
