import type { Url } from '@mayfly/url';

/** So long a page is young after it was first seen on a source. */
export const YOUNG_MS = 15 * 86_400_000;
const DAY_MS = 86_400_000;

/** A page seen on a source in the last 15 days. Of its visits only sums are kept. */
export interface YoungPage {
  readonly url: Url;
  readonly foundMs: number;
  readonly birthMs: number;
  readonly birthBy: 'date' | 'middle';
  /** Numbers of the sources that showed it. */
  readonly sources: readonly number[];
  /** Visits by days of its age. */
  readonly days: readonly number[];
  readonly prior: number;
  /** Its last attempt; 0 before the first. */
  readonly attempt: number;
  /** When it was stored last. */
  readonly recordedMs: number | undefined;
  /** It lasts, and is fetched again as it changes. */
  readonly watched: boolean;
}

export function visitsOf({ days }: YoungPage): number {
  return days.reduce((sum, visits) => sum + visits, 0);
}

/** The page with a visit more; of one before its birth nobody knows better than that it was young. */
export function withVisit(page: YoungPage, atMs: number): YoungPage {
  const day = Math.max(0, Math.floor((atMs - page.birthMs) / DAY_MS));
  const most = YOUNG_MS / DAY_MS;
  if (day >= most) return page;
  const days = Array.from(
    { length: Math.max(page.days.length, day + 1) },
    (_, at) => page.days[at] ?? 0,
  );
  days[day]! += 1;
  return { ...page, days };
}

/** Whether a date says that a page is too old to be young. */
export function isOld(datedMs: number | undefined, nowMs: number): boolean {
  return datedMs !== undefined && nowMs - datedMs > YOUNG_MS;
}
