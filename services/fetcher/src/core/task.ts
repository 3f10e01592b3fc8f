import type { HostKey, Url } from '@mayfly/url';

/** What a server gave us to ask whether a document has changed; empty where it gave nothing. */
export interface Validators {
  readonly etag: string;
  readonly lastModified: string;
}

/** When the URL was heard of, scheduled, due and leased. */
export interface LeaseTimes {
  readonly discoverTime?: Date | undefined;
  readonly scheduleTime?: Date | undefined;
  readonly dueTime?: Date | undefined;
  readonly leaseTime?: Date | undefined;
}

/** A lease, as the fetcher sees it. */
export interface Task {
  readonly leaseId: string;
  readonly url: Url;
  readonly host: HostKey;
  readonly crawl: string;
  readonly attempt: number;
  readonly kind: 'page' | 'robots';
  readonly depth: number;
  readonly hops: number;
  readonly seed: boolean;
  /** Three leases in a row expired: no fourth request is made. */
  readonly abandon: boolean;
  readonly obeyRobots: boolean;
  /** The robots.txt attempt whose rules hold. */
  readonly robotsAttempt: number | undefined;
  /** Whether the crawl is private: then only addresses that are not public, else only public ones. */
  readonly private: boolean;
  readonly validators: Validators | undefined;
  /** Whether only freshness is asked for, by a HEAD. */
  readonly check?: boolean | undefined;
  /** Whether a person waits for it, who wants to see all that was read. */
  readonly byHand?: boolean | undefined;
  readonly times: LeaseTimes;
  /** When the lease ends, by the monotonic clock. */
  readonly endsMs: number;
  /** W3C traceparent of the span that submitted the URL; empty where there was none. */
  readonly submitTraceparent: string;
}

/** Scheme, host and port: what rules of robots.txt belong to. */
export function originOf(url: Url): string {
  return url.slice(0, url.indexOf('/', url.indexOf('//') + 2));
}

/** Path and query, as robots.txt sees them. */
export function pathOf(url: Url): string {
  return url.slice(originOf(url).length);
}
