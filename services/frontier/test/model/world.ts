import type { Manners, Scheme } from './model-rows.ts';

/** What the frontier is told by its settings, and what is built into it. */
export const SETTINGS = {
  leaseMs: 20_000,
  retryMs: 3_000,
  backoffMs: 2_000,
  robotsRetryMs: 4_000,
  crawlDelayCapMs: 10_000,
  longestRetryMs: 3_600_000,
  longestBusyPauseMs: 300_000,
  failingFrom: 3,
  mostFailures: 3,
  abandonFrom: 3,
  longestRulesMs: 86_400_000,
  shortestRulesMs: 1_000,
  mostHops: 10,
} as const;

export const DEFAULT_MANNERS: Manners = {
  delayMs: 1_000,
  busyFactor: 2,
  leasesAtATime: 1,
  obeyRobots: true,
};

export const ENVIRONMENT: Readonly<Record<string, string>> = {
  FRONTIER_GRPC_ADDRESS: '127.0.0.1:0',
  FRONTIER_HOST_DELAY_MS: String(DEFAULT_MANNERS.delayMs),
  FRONTIER_BUSY_FACTOR: String(DEFAULT_MANNERS.busyFactor),
  FRONTIER_LEASES_AT_A_TIME: String(DEFAULT_MANNERS.leasesAtATime),
  FRONTIER_OBEY_ROBOTS: 'true',
  FRONTIER_REQUESTS_PER_SECOND: '100000',
  FRONTIER_HASHED_ROWS: '2',
  FRONTIER_LEASE_MS: String(SETTINGS.leaseMs),
  FRONTIER_RETRY_MS: String(SETTINGS.retryMs),
  FRONTIER_BACKOFF_MS: String(SETTINGS.backoffMs),
  FRONTIER_ROBOTS_RETRY_MS: String(SETTINGS.robotsRetryMs),
  FRONTIER_CRAWL_DELAY_CAP_MS: String(SETTINGS.crawlDelayCapMs),
};

export const BY_HAND = 'by-hand';
/** The last of them is private, and has manners of its own. */
export const CRAWLS = ['news', 'blog', 'own'] as const;
export const HOSTS = ['a.test', 'b.test', 'c.test'] as const;

/** Manners that the private crawl may have. */
export const OWN_MANNERS: readonly Partial<Manners>[] = [
  {},
  { delayMs: 100, leasesAtATime: 3, obeyRobots: false },
  { delayMs: 0, busyFactor: 0, obeyRobots: false },
  { leasesAtATime: 2 },
];

/** Policies that a host may be given: politer than the default. */
export const POLICIES: readonly (Partial<Manners> | undefined)[] = [
  undefined,
  { delayMs: 5_000 },
  { busyFactor: 4, leasesAtATime: 1 },
  { obeyRobots: true },
];

export interface Place {
  readonly url: string;
  readonly host: string;
  readonly scheme: Scheme;
}

/** A URL of the small world, by its number; every eighth is asked for by https. */
export function placeOf(at: number): Place {
  const host = HOSTS[at % HOSTS.length]!;
  const scheme = at % 8 === 6 ? 'https' : 'http';
  return { url: `${scheme}://${host}/p${at}`, host, scheme };
}

export const schemeOf = (url: string): Scheme => (url.startsWith('https:') ? 'https' : 'http');
