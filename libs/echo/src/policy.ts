/**
 * What a crawl policy is told and what it answers. One interface for all of them, so that the scheduler, the lab and a
 * process driven over a pipe run the same code.
 *
 * Sources, pages and hosts are small dense numbers that the caller gives out (0, 1, 2, ...): policies keep columns, not
 * objects. Sources and pages are numbered apart. All times are seconds on one clock of the caller's choice, all rates
 * are per second. A policy does no I/O and reads no clock; it is told the time and handed its randomness.
 */

/** The policies by name; `mayfly` is the default. */
export const POLICY_NAMES = [
  'bfs',
  'fixed-quota',
  'frequency',
  'echo-greedy',
  'echo-schedule',
  'echo-newpages',
  'whittle',
  'mayfly',
] as const;

/** The name of a policy. */
export type PolicyName = (typeof POLICY_NAMES)[number];

/** Whose visits are reported: those to any page, or only those to pages that were crawled before the visit. */
export type Feedback = 'all' | 'crawled';

/** What a policy is opened with. */
export interface PolicyOptions {
  /** Requests per second, for sources and pages together. */
  readonly rate: number;
  /** The time at which it begins; nothing is known about the time before. */
  readonly start: number;
  /** `all` unless said. */
  readonly feedback?: Feedback;
  /** Numbers in [0, 1), the only randomness a policy uses. */
  readonly random: () => number;
  /** Crawls of a source that its rate of new links is counted over; 7 unless said. */
  readonly history?: number;
  /** How often intervals and prices are computed anew; 1,800 s unless said. */
  readonly replanSeconds?: number;
  /** The share of requests `mayfly` spends on learning alone, from 0 to 1. */
  readonly explorationShare?: number;
}

/** A source to look after. */
export interface NewSource {
  readonly source: number;
  readonly host: number;
}

/** A host that may be asked at most so often, in requests per second; `Infinity` lifts the limit. */
export interface HostLimit {
  readonly host: number;
  readonly rate: number;
}

/**
 * A link on a source: its page, when the page says it was published (a hint, trusted as far as it fits), and how much
 * more than a neutral page the caller expects of it (1 is neutral, 2 twice the visits).
 */
export type FoundLink = readonly [
  page: number,
  published?: number | null | undefined,
  prior?: number,
];

/** A source was crawled. */
export interface SourceCrawl {
  readonly source: number;
  readonly at: number;
  /** The links that were not on it at its last visit, oldest first; at the first visit all of them. */
  readonly links: readonly FoundLink[];
  /** How many links it showed in all. */
  readonly listed: number;
  /** Whether the list may have turned over since the last visit: some links came and went unseen. */
  readonly overflow: boolean;
  /** Whether a page was unknown before this crawl; unless given, pages this policy has never been told of are. */
  readonly isNew?: (page: number) => boolean;
}

/** A page was crawled. */
export interface PageCrawl {
  readonly page: number;
  readonly at: number;
  /** When it says it was published; it may say nothing. */
  readonly published?: number | null | undefined;
  /** For a watched page: whether it had changed since its last crawl. */
  readonly changed?: boolean;
}

/** The visits of a log period. Visits of earlier periods never come again; an empty period is told too. */
export interface VisitLog {
  readonly visits: readonly (readonly [page: number, at: number])[];
  readonly from: number;
  readonly to: number;
}

/** A lasting page to be kept fresh: it competes with new pages by the visits that would see its current copy. */
export interface WatchedPage {
  readonly page: number;
  readonly host: number;
  /** Visits per second expected before any were seen. */
  readonly visitRate?: number;
  /** It is crawled again after so many seconds whatever it earns. */
  readonly maxAge?: number;
}

/**
 * A page that no source showed: another page links to it, or readers open it. It is worth what pages of its host are, times
 * its prior. It teaches nothing of any source.
 */
export interface LoosePage {
  readonly page: number;
  readonly host: number;
  readonly birth: number;
  readonly prior?: number;
}

/** One request to make. */
export interface Job {
  readonly kind: 'source' | 'page';
  readonly id: number;
}

/** What is believed of a source. */
export interface SourceView {
  readonly source: number;
  readonly host: number;
  readonly crawls: number;
  readonly lastCrawl: number | undefined;
  /** New links per second, expected visits to a new page, and how fast they fade per second. */
  readonly lambda: number;
  readonly profit: number;
  readonly decay: number;
  /** The visits and the pages' worth of watching that profit and decay were learned from. */
  readonly clicks: number;
  readonly exposure: number;
  /** Seconds between visits in the plan; `Infinity` for a source that is refused at this price. */
  readonly interval: number;
  /** What a visit would earn now, net of its pages; the price it has to pass. */
  readonly index: number;
  readonly price: number;
  /** When its index passes the price; `Infinity` where it never does. */
  readonly due: number;
  /** Given to the caller by `next` and not reported back yet. */
  readonly isOut: boolean;
}

/** What is believed of a page. */
export interface PageView {
  readonly page: number;
  readonly state: 'unknown' | 'found' | 'out' | 'crawled';
  readonly birth: number;
  /** How the birth is known: by a date that fits, or as the middle of the two crawls around it. */
  readonly birthBy: 'date' | 'middle';
  /** Visits seen so far; those expected from now on, which is its worth. */
  readonly clicks: number;
  readonly worth: number;
  readonly price: number;
  /** The sources that showed it. */
  readonly sources: readonly number[];
}

/** The whole of the plan at one moment. */
export interface Plan {
  /** Requests per second that may be made. */
  readonly rate: number;
  /** The profit that one more request must earn; also what one more request per second would bring: 0 where some are to spare. */
  readonly price: number;
  readonly keptSources: number;
  readonly refusedSources: number;
  /** Requests per second for sources and for their pages, and the visits per second they are expected to catch. */
  readonly sourceRate: number;
  readonly pageRate: number;
  readonly expectedProfit: number;
  /** Visits per second that could be caught with no limit at all. */
  readonly possibleProfit: number;
  /** The smallest rate at which no source worth anything is refused. */
  readonly rateForAll: number;
  /** Pages that were found and not crawled yet. */
  readonly waitingPages: number;
  /** Jobs given out in all, and those of them given only to learn. */
  readonly jobs: number;
  readonly explorationJobs: number;
  /** Lasting pages: their number, the share of copies expected to be of today, and the mean age of copies in seconds. */
  readonly watchedPages: number;
  readonly freshness: number;
  readonly age: number;
}

/** A crawl policy at work. */
export interface Policy {
  readonly name: PolicyName;
  addSources(sources: readonly NewSource[], at: number): void;
  removeSources(sources: readonly number[]): void;
  /** Limits of hosts that have one; others are limited by the rate alone. */
  limitHosts(limits: readonly HostLimit[]): void;
  watchPages(pages: readonly WatchedPage[], at: number): void;
  /** Pages found elsewhere than on a source; policies that know pages by their sources only leave them alone. */
  addPages(pages: readonly LoosePage[], at: number): void;
  /** Forgets pages, watched or not, so that their numbers can be used again. */
  forgetPages(pages: readonly number[]): void;
  setRate(rate: number): void;
  visited(log: VisitLog): void;
  crawledSource(crawl: SourceCrawl): void;
  crawledPage(crawl: PageCrawl): void;
  /** A job came to nothing (refused, failed, given back): it may be given out again, a page only if told so. */
  gaveUp(job: Job, at: number, tryAgain?: boolean): void;
  /** The request to make at this time; nothing if there is no job at all. A job is out until reported back. */
  next(at: number): Job | undefined;
  /** Sources that the caller keeps back are visited every `shortest` seconds at most. */
  plan(at: number, shortest?: number): Plan;
  viewSource(source: number, at: number): SourceView | undefined;
  viewPage(page: number, at: number): PageView;
  /** What has to be kept of a source, as a small plain record; and back. Sources are loaded before pages. */
  saveSource(source: number): SourceRecord | undefined;
  loadSources(records: readonly SourceRecord[]): void;
  savePage(page: number): PageRecord | undefined;
  loadPages(records: readonly PageRecord[]): void;
}

/** All that is remembered of a source; plain numbers, ready for a row of a table. */
export interface SourceRecord {
  readonly source: number;
  readonly host: number;
  /** When it was last crawled; added, as long as it never was. */
  readonly begun: number;
  readonly crawls: number;
  /** New links and seconds of the last crawls, oldest first. */
  readonly found: readonly (readonly [count: number, seconds: number])[];
  /** Links that came, the seconds they took, and how many the list shows; older crawls count less. */
  readonly turnover: readonly [links: number, seconds: number, listed: number];
  /** Ages at which its pages were found, and the waits before; see `Overlap`. */
  readonly overlap?: readonly [ages: number, waits: number];
  /** Visits, the sum of their ages, and for each decay of the grid what is alive and what was watched. */
  readonly interest: InterestRecord;
}

/** What was learned from visits; see `Interest`. */
export interface InterestRecord {
  readonly clicks: number;
  readonly ages: number;
  readonly alive: readonly number[];
  readonly watched: readonly number[];
  readonly to: number;
}

/** All that is remembered of a page. */
export interface PageRecord {
  readonly page: number;
  readonly state: 'found' | 'crawled';
  readonly birth: number;
  readonly birthBy: 'date' | 'middle';
  readonly prior: number;
  readonly clicks: number;
  readonly sources: readonly number[];
}
