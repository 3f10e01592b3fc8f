import type { SourceRecord } from '@mayfly/echo';
import type { Url } from '@mayfly/url';
import type { SourceAlarm, SourceKind, SourceState } from '../plan-desk.ts';
import { NOTHING_SEEN, type SeenLinks } from './seen-links.ts';

/** What a policy remembers of a source; its number and its host's are given out anew at each start. */
export type LearnedSource = Omit<SourceRecord, 'source' | 'host'>;

/** A link that a front page shows again and again. */
export type StandingLink = readonly [url: Url, sinceMs: number, visits: number];

/** All that is kept of a source. */
export interface KeptSource extends SeenLinks {
  readonly url: Url;
  /** Young pages name their sources by it; it is never given to another. */
  readonly number: number;
  readonly kind: SourceKind;
  readonly state: SourceState;
  readonly reason: string;
  readonly stateSinceMs: number;
  readonly addedMs: number;
  /** Retired for good, until somebody adds it again. */
  readonly removed: boolean;
  /** Its last attempt, and the last whose end was learned from; 0 before the first. */
  readonly attempt: number;
  readonly heardAttempt: number;
  readonly depth: number;
  /** When its last visit ended, or when the next was ordered. */
  readonly sinceMs: number;
  readonly lastCrawlMs: number | undefined;
  readonly crawls: number;
  readonly newLinks: number;
  /** When it was first visited, and the links of that visit: nobody knows how long those took to come. */
  readonly firstCrawlMs: number | undefined;
  readonly firstLinks: number;
  /** Visits in a row that brought no new link, and those that failed. */
  readonly quiet: number;
  readonly failures: number;
  readonly lastNewMs: number;
  readonly standing: readonly StandingLink[];
  readonly alarm: SourceAlarm | undefined;
  readonly learned: LearnedSource | undefined;
}

const BEGINNINGS: Readonly<Record<SourceKind, string>> = {
  seed: 'given as a seed',
  'front-page': 'the main page of a host that brings new pages',
  list: 'a lasting page one link away from a main page',
  feed: 'a feed',
  sitemap: 'a sitemap',
  'by-hand': 'added by hand',
};

/** Those found by search are looked at first; the others say themselves what they are. */
export function newSource(about: {
  readonly url: Url;
  readonly number: number;
  readonly kind: SourceKind;
  readonly depth: number;
  readonly nowMs: number;
}): KeptSource {
  const { nowMs, kind } = about;
  const isFound = kind === 'front-page' || kind === 'list';
  return {
    ...{ ...NOTHING_SEEN, url: about.url, number: about.number, kind, depth: about.depth },
    state: isFound ? 'candidate' : 'active',
    reason: BEGINNINGS[kind],
    ...{ stateSinceMs: nowMs, addedMs: nowMs, sinceMs: nowMs, lastNewMs: nowMs, removed: false },
    ...{
      attempt: 0,
      heardAttempt: 0,
      crawls: 0,
      newLinks: 0,
      quiet: 0,
      failures: 0,
      lastCrawlMs: undefined,
    },
    ...{ firstCrawlMs: undefined, firstLinks: 0 },
    ...{ standing: [], alarm: undefined, learned: undefined },
  };
}

/** The source in another state; the same one where it is in it. */
export function inState(
  source: KeptSource,
  state: SourceState,
  reason: string,
  nowMs: number,
): KeptSource {
  if (source.state === state) return source;
  return { ...source, state, reason, stateSinceMs: nowMs };
}

/** A visit of a source that was ordered, and the attempt that it follows. */
export interface OrderedVisit {
  readonly url: Url;
  readonly sinceMs: number;
  readonly attempt: number;
}

/** The source as it is now, with that visit ordered: what became of it meanwhile stays. */
export function withVisit(now: KeptSource, { sinceMs, attempt }: OrderedVisit): KeptSource {
  return {
    ...now,
    sinceMs: Math.max(now.sinceMs, sinceMs),
    attempt: Math.max(now.attempt, attempt),
  };
}
