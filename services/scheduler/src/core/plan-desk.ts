import type { Plan, PolicyName } from '@mayfly/echo';
import type { HostKey, Url } from '@mayfly/url';

/** What a source is. */
export type SourceKind = 'seed' | 'front-page' | 'list' | 'feed' | 'sitemap' | 'by-hand';

/**
 * Where a source is in its life. A candidate is looked at before it counts, an active one is visited as the policy says,
 * a resting one is refused at today's price, a retired one brought nothing for long and is looked at again when there is capacity to spare.
 */
export type SourceState = 'candidate' | 'active' | 'resting' | 'retired';

/** A source as it stands. */
export interface SourceEntry {
  readonly url: Url;
  readonly host: HostKey;
  readonly kind: SourceKind;
  readonly state: SourceState;
  /** Why it is in that state, in a sentence. */
  readonly reason: string;
  readonly sinceMs: number;
  readonly crawls: number;
  /** Links found on it that were new to the crawl, in all. */
  readonly newLinks: number;
  readonly lastCrawlMs: number | undefined;
  /** When it is to be visited next; undefined where it is refused. */
  readonly nextVisitMs: number | undefined;
  readonly estimate: SourceEstimate;
  /** Whether its pages are read for hours or for weeks, as far as visits tell. */
  readonly pages: 'ephemeral' | 'lasting' | 'unknown';
  readonly alarm: SourceAlarm | undefined;
}

/** What is believed of a source. */
export interface SourceEstimate {
  /** New links a second, visits to a new page, and how fast they fade a second. */
  readonly lambda: number;
  readonly profit: number;
  readonly decay: number;
  /** The visits that were learned from. */
  readonly visits: number;
  /** Seconds between visits in the plan; Infinity where it is refused. */
  readonly intervalSeconds: number;
  /** What a visit would earn now, and what it has to earn. */
  readonly index: number;
  readonly price: number;
}

/** A source that should have published has not, or we have stopped finding what it publishes. */
export interface SourceAlarm {
  readonly kind: 'silent' | 'not-found';
  readonly sinceMs: number;
  /** New links that were expected since then. */
  readonly expected: number;
}

/** Which sources to list; by URL. */
export interface SourceSelection {
  readonly state?: SourceState | undefined;
  readonly host?: HostKey | undefined;
  /** Those behind this URL. */
  readonly after?: Url | undefined;
  readonly limit: number;
}

/** What is believed of a page. */
export interface PageEntry {
  readonly url: Url;
  readonly state: 'unknown' | 'found' | 'out' | 'crawled';
  /** When a source first showed it, as long as it is young. */
  readonly foundMs?: number | undefined;
  readonly birthMs: number | undefined;
  readonly birthBy: 'date' | 'middle';
  readonly visits: number;
  /** Visits expected from now on; what a request has to earn now. */
  readonly worth: number;
  readonly price: number;
  readonly sources: readonly Url[];
}

/** The plan of a crawl at one moment. */
export interface CrawlPlan {
  readonly policy: PolicyName;
  readonly plan: Plan;
  readonly states: Readonly<Record<SourceState, number>>;
}

/** What people and services ask of the plans of crawls. Reads come from memory. */
export interface PlanDesk {
  /** Undefined where there is no such crawl, or for a moment after it was made and after a write that failed: then its plan is being read. */
  plan(crawl: string): CrawlPlan | undefined;
  listSources(crawl: string, selection: SourceSelection): SourceEntry[];
  source(crawl: string, url: Url): SourceEntry | undefined;
  /** The estimate alone, which costs little. */
  estimate(crawl: string, url: Url): SourceEstimate | undefined;
  page(crawl: string, url: Url): PageEntry;
  /** Durable when it resolves; one answer a URL: whether it was none before. */
  addSources(crawl: string, urls: readonly Url[], kind: SourceKind): Promise<boolean[]>;
  /** Retired for good until somebody adds them again; one answer a URL: whether it was one. */
  removeSources(crawl: string, urls: readonly Url[]): Promise<boolean[]>;
}

/** One page's story, told as it happens, for whoever measures quality. Repeats of an announcement are not told again. */
export interface PageStory {
  /** Its link was seen on sources for the first time; birth as best known. */
  found(page: PageBirth): void;
  /** It was stored. */
  recorded(page: { readonly crawl: string; readonly url: Url; readonly atMs: number }): void;
}

/** A page that came into the world. */
export interface PageBirth {
  readonly crawl: string;
  readonly url: Url;
  readonly source: Url;
  readonly birthMs: number;
  readonly birthBy: 'date' | 'middle';
  readonly foundMs: number;
}
