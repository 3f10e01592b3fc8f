import type { FoundLink } from '@mayfly/echo';
import { hostOf, type Url } from '@mayfly/url';
import type { Candidate } from '../ports.ts';
import type { KeptSource } from './kept-source.ts';
import type { PlanState } from './plan-state.ts';

/** Nobody says that a page which no list shows is new: it is expected to be worth this share of one that is. */
const LOOSE_WORTH = 0.1;

/** Takes pages that a source showed for young: those that are new, and those that another source showed before. */
export function holdYoung(
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
