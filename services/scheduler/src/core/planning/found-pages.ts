import type { FoundLink } from '@mayfly/echo';
import { hostOf, type Url } from '@mayfly/url';
import type { FoundLink as ListedLink } from '../announced.ts';
import type { Candidate } from '../ports.ts';
import type { KeptSource } from './kept-source.ts';
import type { PlanState } from './plan-state.ts';
import { isOld } from './young-page.ts';

/** Nobody says that a page which no list shows is new: it is expected to be worth this share of one that is. */
const LOOSE_WORTH = 0.1;

/** The order of a list breaks ties: each place behind the youngest is worth so much less. */
const PLACE_WORTH = 1e-5;
const MOST_PLACES = 10_000;

/** What a visit of a source showed. */
interface Shown {
  readonly source: KeptSource;
  /** All of its links in the scope of the crawl, in the order of the page, with dates where they are trusted. */
  readonly links: readonly ListedLink[];
  /** Those that were new to the crawl. */
  readonly found: ReadonlyMap<Url, Candidate>;
  /** Those that were not on it at the last visit. */
  readonly fresh: ReadonlySet<Url>;
  readonly overflow: boolean;
  readonly foundMs: number;
}

/** Tells the policy what a visit showed: new pages, and young ones that another source showed before. */
export function showPages(state: PlanState, shown: Shown): void {
  const { source, found, foundMs } = shown;
  const isShown = ({ url }: ListedLink) =>
    found.has(url) || (shown.fresh.has(url) && state.pages.young(url) !== undefined);
  const links = shown.links.filter(isShown).filter(({ url }) => state.source(url) === undefined);
  const all = oldestFirst(links.filter(({ datedMs }) => !isOld(datedMs, foundMs)));
  const young = all.slice(all.length - Math.min(all.length, state.pages.youngRoom));
  const listed = new Map<Url, FoundLink>();
  for (const [at, { url, datedMs }] of young.entries()) {
    const place = Math.min(MOST_PLACES, young.length - 1 - at);
    const prior = (found.get(url)?.prior ?? 1) * (1 - PLACE_WORTH * place);
    listed.set(url, [state.pages.take(url), datedMs === undefined ? null : datedMs / 1_000, prior]);
  }
  const isNew = new Set([...listed].filter(([url]) => found.has(url)).map(([, [page]]) => page));
  state.policy.crawledSource({
    ...{ source: source.number, at: foundMs / 1_000, overflow: shown.overflow },
    ...{ links: [...listed.values()], listed: source.listed, isNew: (page) => isNew.has(page) },
  });
  holdYoung(state, { listed, isNew, source, foundMs });
  const rest = links.filter((link) => !listed.has(link.url));
  const loose = rest.map(({ url }) => found.get(url)).filter((one) => one !== undefined);
  holdLoose(state, loose, foundMs);
}

/** Lists show the youngest first; where all have dates they go by those. */
function oldestFirst(links: readonly ListedLink[]): ListedLink[] {
  const reversed = links.toReversed();
  if (links.some(({ datedMs }) => datedMs === undefined)) return reversed;
  return reversed.sort((a, b) => a.datedMs! - b.datedMs!);
}

function holdYoung(
  state: PlanState,
  visit: {
    readonly listed: ReadonlyMap<Url, FoundLink>;
    readonly isNew: ReadonlySet<number>;
    readonly source: KeptSource;
    readonly foundMs: number;
  },
): void {
  const { pages, policy, told, crawl } = state;
  const { foundMs, source } = visit;
  for (const [url, [page, , prior = 1]] of visit.listed) {
    const view = policy.viewPage(page, foundMs / 1_000);
    const known = pages.young(url);
    const { sources } = view;
    if (known !== undefined) {
      if (known.sources.length !== sources.length) pages.put({ ...known, sources });
      continue;
    }
    if (!visit.isNew.has(page)) continue;
    const birthMs = Number.isFinite(view.birth) ? view.birth * 1_000 : foundMs;
    const birth = { birthMs, birthBy: view.birthBy };
    pages.setWaiting(page);
    pages.put({
      ...{ url, foundMs, ...birth, sources, days: [], prior },
      ...{ attempt: 0, recordedMs: undefined, watched: false },
    });
    const story = { crawl: crawl.name, url, source: source.url, foundMs, ...birth };
    told.push({ kind: 'found', page: story });
  }
}

/** Pages that no source showed compete too, as many as may be held; the others wait in the table. */
export function holdLoose(state: PlanState, candidates: readonly Candidate[], nowMs: number): void {
  const { pages, policy } = state;
  if (policy.name !== 'mayfly') return;
  const fresh = candidates
    .filter(({ url }) => pages.number(url) === undefined && state.source(url) === undefined)
    .slice(0, Math.max(0, pages.looseRoom));
  policy.addPages(
    fresh.map(({ url, datedMs, prior = 1, isRead = false }) => ({
      page: pages.takeLoose(url),
      host: state.host(hostOf(url)),
      birth: Math.min(datedMs ?? nowMs, nowMs) / 1_000,
      prior: prior * (isRead ? 1 : LOOSE_WORTH),
    })),
    nowMs / 1_000,
  );
}
