/** What the model remembers; times are by the clock that never jumps unless they are called wall. */

export const STATE = { parked: 1, waiting: 2, leased: 3, atRest: 4 } as const;
export type State = (typeof STATE)[keyof typeof STATE];
export type Scheme = 'http' | 'https';

export interface Manners {
  readonly delayMs: number;
  readonly busyFactor: number;
  readonly leasesAtATime: number;
  readonly obeyRobots: boolean;
}

export interface ModelCrawl {
  readonly name: string;
  readonly revision: number;
  readonly paused: boolean;
  readonly private: boolean;
  readonly manners: Manners;
  readonly maxPages: number | undefined;
  readonly maxDepth: number | undefined;
  readonly requestsPerSecond: number | undefined;
}

/** When something happened, where only bounds are known. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface Order {
  readonly priority: number;
  readonly notBeforeWallMs: number | undefined;
}

export interface ModelUrl {
  readonly crawl: string;
  readonly url: string;
  readonly host: string;
  readonly scheme: Scheme;
  readonly source: string;
  readonly sourceAttempt: number;
  readonly depth: number;
  readonly hops: number;
  readonly seed: boolean;
  state: State;
  group: string;
  order: Order;
  /** Its age among equals, by the wall clock. */
  age: Span;
  kept: Order | undefined;
  lastAttempt: number | undefined;
  lastOutcome: number | undefined;
  failures: number;
  expiries: number;
  etag: string;
  /** Whether its time may have come: at some moment since it was ordered the wall clock said so. */
  isMaybeDue: boolean;
  /** Since when its time has come for good, and in how many steps since time has passed. */
  dueSinceMs: number | undefined;
  dueSteps: number;
}

export interface ModelHost {
  readonly host: string;
  policy: Partial<Manners> | undefined;
  crawlDelayMs: number | undefined;
  failures: number;
  robotsFailures: number;
  rules: Partial<Record<Scheme, { readonly attempt: number; readonly expiresWallMs: number }>>;
  attempts: number;
  /** It rests at least and at most until then. */
  rest: { from: number; to: number };
  /** The longest rest it was given, and whether the wall clock was set since the last one. */
  longestRestMs: number;
  isRestByOldClock: boolean;
  /** Where it was asked before the frontier started, it rests its own delay first: by crawl, as it was at the start. */
  startDelaysMs: ReadonlyMap<string, number>;
  blockedUntilWallMs: number | undefined;
}

export type End = 'settled' | 'released' | 'expired';

export interface ModelLease {
  readonly id: string;
  readonly host: string;
  readonly attempt: number;
  readonly crawl: string;
  readonly url: string;
  readonly scheme: Scheme;
  readonly isRobots: boolean;
  readonly isNamed: boolean;
  /** Its crawl was deleted since. */
  isOrphan: boolean;
  expiresMs: number;
  isByOldClock: boolean;
  end: End | undefined;
  endedMs: number;
  isForgettable: boolean;
}

export interface LeaseCounts {
  given: number;
  settled: number;
  released: number;
  expired: number;
  out: number;
}
