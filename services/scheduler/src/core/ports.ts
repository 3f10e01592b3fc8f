import type { HostKey, Url } from '@mayfly/url';
import type { UrlEvent } from './attempt-end.ts';
import type { Step } from './announced.ts';
import type { Crawl } from './crawl.ts';
import type { Totals } from './totals.ts';
import type { Kept, Known, Wish } from './wish.ts';

/** Crawls and their counts. Reads come from memory: this process is the only one that writes. */
export interface CrawlBook {
  /** All but `by-hand`, deleted ones included, by name. */
  all(): readonly Crawl[];
  /** A crawl that is not deleted. */
  find(name: string): Crawl | undefined;
  totals(name: string): Totals;
  /** Makes the crawl unless one of that name is there; answers with the one that is. */
  create(crawl: Crawl, seeds: readonly Wish[]): Promise<Crawl>;
  /** Changes a crawl, deleted or not; nothing is written where the change gives the same one back. */
  change(name: string, change: (crawl: Crawl) => Crawl): Promise<Crawl | undefined>;
  /** Removes some rows of a deleted crawl; true once there are none. */
  clean(name: string): Promise<boolean>;
}

/** How a wish goes on after it was handed over, or why it does not. */
export interface WishEnd {
  /** As it was read; a wish that changed meanwhile is left alone. */
  readonly wish: Wish;
  /** Undefined where the wish is fulfilled and forgotten. */
  readonly next: Wish | undefined;
}

export interface WishBook {
  wish(crawl: string, wishes: readonly Wish[]): Promise<void>;
  /** One answer a URL, in their order. */
  find(crawl: string, urls: readonly Url[]): Promise<(Wish | undefined)[]>;
  /** Those not handed over, oldest first. */
  pending(crawl: string, limit: number): Promise<Wish[]>;
  /** Answers with the URLs of those whose attempt was heard of meanwhile, so that they are fulfilled. */
  end(crawl: string, ends: readonly WishEnd[]): Promise<readonly Url[]>;
  /** Those whose deadline has passed, the longest ago first. */
  overdue(crawl: string, nowMs: number, limit: number): Promise<Wish[]>;
  /** Gives up those that nothing has changed meanwhile; answers with their URLs. */
  giveUp(crawl: string, wishes: readonly Wish[]): Promise<readonly Url[]>;
}

/** A URL that was handed over and waits to be scheduled. */
export interface Candidate {
  readonly url: Url;
  readonly depth: number;
  readonly foundMs: number;
  /** When a feed or a sitemap says that it was published. */
  readonly datedMs?: number | undefined;
  /** How much more than of a neutral page is expected of it; 1 where nothing is said. */
  readonly prior?: number | undefined;
  /** Readers open it now. */
  readonly isRead?: boolean;
}

/** What of a crawl is to be fetched, and in which order. */
export interface PlanBook {
  /** Breadth first: by depth, then by age. */
  candidates(crawl: string, limit: number): Promise<Candidate[]>;
  addCandidates(crawl: string, candidates: readonly Candidate[]): Promise<void>;
  takeCandidates(crawl: string, candidates: readonly Pick<Candidate, 'url'>[]): Promise<void>;
}

/** One step of an announcement after its links were submitted. */
export interface StepEnd {
  readonly step: Step;
  /** URLs that were new to the crawl. */
  readonly found: readonly Candidate[];
}

export interface AnnouncedBook {
  /** Those that were not applied before. */
  unapplied(steps: readonly Step[]): Promise<Step[]>;
  /** Writes down what follows of them, each once; answers with those that were not applied before. */
  apply(crawl: string, ends: readonly StepEnd[], nowMs: number): Promise<readonly StepEnd[]>;
}

/** Who discovered what readers opened and nobody linked to. */
export const VISITS = 'visits';

/** One URL for the frontier to remember. */
export interface Submission {
  readonly crawl: string;
  readonly url: Url;
  /** The document that names it, or readers by their visits; absent where somebody gave it by name. */
  readonly from?: { readonly url: Url | typeof VISITS; readonly attempt: number };
  readonly priority?: number;
  readonly depth: number;
  readonly hops: number;
  readonly seed: boolean;
  readonly minRevision: number;
}

export interface SubmitAnswer {
  readonly answer: 'new' | 'known' | 'refused' | 'crawl-unknown';
  readonly rule: string;
}

/** One fetch to order. */
export interface Order {
  readonly crawl: string;
  readonly url: Url;
  readonly priority: number;
  readonly afterAttempt?: number | undefined;
}

export type OrderAnswer = 'waiting' | 'kept' | 'stale' | 'url-unknown' | 'crawl-unknown';

/** How long a host is left alone between two requests of the crawl that ordered. */
export interface HostRest {
  readonly host: HostKey;
  readonly restMs: number;
}

/** What became of orders. */
export interface Ordered {
  /** One an order, in their order. */
  readonly answers: readonly OrderAnswer[];
  /** Of the hosts of the orders, as far as the frontier knows them. */
  readonly rests: readonly HostRest[];
}

export interface Ledger {
  readonly known: number;
  readonly parked: number;
  readonly waiting: number;
  readonly leased: number;
  readonly leasesGiven: number;
  readonly leasesOut: number;
  readonly pages: number;
  readonly deferred: number;
  readonly deferredHosts: readonly string[];
}

export interface ParkedPage {
  readonly urls: readonly { readonly url: Url; readonly depth: number }[];
  readonly next: string;
}

/** What the scheduler asks of the frontier. Batches may be of any size. */
export interface Frontier {
  /** The revision that it has of each afterwards. */
  putCrawls(crawls: readonly Crawl[]): Promise<number[]>;
  /** To be called with none too, by whoever must not pass others that wait: that fails while they get no answer. */
  submit(submissions: readonly Submission[]): Promise<SubmitAnswer[]>;
  schedule(orders: readonly Order[]): Promise<Ordered>;
  /** Undefined where the crawl does not know the URL. */
  find(crawl: string, urls: readonly Url[]): Promise<(Known | undefined)[]>;
  parked(crawl: string, after: string): Promise<ParkedPage>;
  /** Undefined where it does not know the crawl. */
  ledger(crawl: string): Promise<Ledger | undefined>;
}

/** Priors from 0 to 1, one a URL. */
export type Priors = (urls: readonly Url[]) => Promise<number[]>;

/** What the document-store has of a URL. */
export interface KeptDocument {
  readonly kept: Kept;
  /** The end of its last attempt; undefined where there was none. */
  readonly event: UrlEvent | undefined;
}

/** One answer a URL, in their order. */
export type Documents = (urls: readonly Url[]) => Promise<KeptDocument[]>;

/** Whether others answered when they were last asked. */
export interface Reachable {
  readonly frontier: boolean;
  readonly siteScoring: boolean;
}

/** How far behind two groups are; see `core/finishing.ts`. */
export interface StreamLag {
  readonly messages: number;
  readonly seconds: number;
}
