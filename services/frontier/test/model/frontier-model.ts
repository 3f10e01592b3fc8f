import type { FakeClock } from '@mayfly/testing';
import {
  type LeaseCounts,
  type Manners,
  type ModelCrawl,
  type ModelHost,
  type ModelLease,
  type ModelUrl,
  type Order,
  type Span,
  STATE,
} from './model-rows.ts';
import { politer, usualPauseMs } from './pause-model.ts';
import { BY_HAND, DEFAULT_MANNERS } from './world.ts';

/** So long, and in so many steps, a URL's time must have come before it has to be ready: it is looked at once a second. */
const SURELY_DUE_MS = 3_000;
const SURELY_DUE_STEPS = 2;
/** Whether a block has ended by a clock that was set is looked at this often. */
const BLOCK_CHECK_MS = 60_000;
/** A lease that ended is surely remembered for this long. */
const ENDED_KEPT_MS = 300_000;

/** What a URL is when it is first heard of. */
export type FoundUrl = Pick<
  ModelUrl,
  'crawl' | 'url' | 'host' | 'scheme' | 'source' | 'sourceAttempt' | 'depth' | 'hops' | 'seed'
>;

/** A frontier so simple that it can be seen to be right: everything is in maps, and every count is made by counting. */
export class FrontierModel {
  readonly clock: FakeClock;
  readonly crawls = new Map<string, ModelCrawl>();
  readonly deletedRevisions = new Map<string, number>();
  readonly urls = new Map<string, ModelUrl>();
  readonly hosts = new Map<string, ModelHost>();
  readonly leases: ModelLease[] = [];
  readonly pages = new Map<string, number>();
  readonly refused = new Map<string, Map<string, number>>();
  /** When each crawl with a limit got leases, for the limit alone. */
  readonly drawnMs = new Map<string, number[]>();
  startedMs = 0;
  /** Opening may take time. */
  openedMs = 0;
  hasJumpedBack = false;

  constructor(clock: FakeClock) {
    this.clock = clock;
    this.crawls.set(BY_HAND, {
      name: BY_HAND,
      revision: 0,
      paused: false,
      private: false,
      manners: DEFAULT_MANNERS,
      maxPages: undefined,
      maxDepth: undefined,
      requestsPerSecond: undefined,
    });
  }

  get nowMs(): number {
    return this.clock.monotonicMs();
  }

  url(crawl: string, url: string): ModelUrl | undefined {
    return this.urls.get(`${crawl} ${url}`);
  }

  host(name: string): ModelHost {
    const found = this.hosts.get(name);
    if (found !== undefined) return found;
    const host: ModelHost = {
      host: name,
      policy: undefined,
      crawlDelayMs: undefined,
      failures: 0,
      robotsFailures: 0,
      rules: {},
      attempts: 0,
      rest: { from: -Infinity, to: -Infinity },
      longestRestMs: 0,
      isRestByOldClock: false,
      startDelaysMs: new Map(),
      blockedUntilWallMs: undefined,
    };
    this.hosts.set(name, host);
    return host;
  }

  mannersOf(crawl: string, host: ModelHost): Manners {
    return politer(this.crawls.get(crawl)?.manners ?? DEFAULT_MANNERS, host.policy);
  }

  out(host: string): ModelLease[] {
    return this.leases.filter((lease) => lease.host === host && lease.end === undefined);
  }

  /** A URL becomes known, parked. */
  remember(found: FoundUrl, group = ''): ModelUrl {
    const url: ModelUrl = {
      ...found,
      state: STATE.parked,
      group,
      order: { priority: 0, notBeforeWallMs: undefined },
      age: { from: 0, to: 0 },
      kept: undefined,
      lastAttempt: undefined,
      lastOutcome: undefined,
      failures: 0,
      expiries: 0,
      etag: '',
      isMaybeDue: false,
      dueSinceMs: undefined,
      dueSteps: 0,
    };
    this.urls.set(`${found.crawl} ${found.url}`, url);
    return url;
  }

  /** The URL waits by that order; one that waits already keeps its age. */
  wait(url: ModelUrl, order: Order, age: Span): void {
    const isNew = url.state !== STATE.waiting;
    if (isNew) url.age = age;
    url.state = STATE.waiting;
    url.order = order;
    url.kept = undefined;
    const { notBeforeWallMs } = order;
    const isDue = notBeforeWallMs === undefined || notBeforeWallMs <= this.clock.nowMs();
    url.isMaybeDue = isDue;
    // What is due when it is ordered is in its place when the order is acknowledged.
    url.dueSinceMs = isDue ? -Infinity : undefined;
    url.dueSteps = isDue ? SURELY_DUE_STEPS : 0;
  }

  isSurelyDue(url: ModelUrl): boolean {
    const { dueSinceMs, dueSteps } = url;
    if (url.state !== STATE.waiting || dueSinceMs === undefined) return false;
    return dueSteps >= SURELY_DUE_STEPS && this.nowMs - dueSinceMs >= SURELY_DUE_MS;
  }

  /** Time has passed, or the wall clock was set, which gives nobody the time to look. */
  timePassed(steps: 0 | 1): void {
    const wallMs = this.clock.nowMs();
    for (const one of this.leases) {
      if (one.end !== undefined && this.nowMs - one.endedMs > ENDED_KEPT_MS)
        one.isForgettable = true;
    }
    for (const url of this.urls.values()) {
      if (url.state !== STATE.waiting || this.isSurelyDue(url)) continue;
      const isDue = (url.order.notBeforeWallMs ?? -Infinity) <= wallMs;
      if (isDue) url.isMaybeDue = true;
      url.dueSinceMs = isDue ? (url.dueSinceMs ?? this.nowMs) : undefined;
      url.dueSteps = isDue ? url.dueSteps + steps : 0;
    }
  }

  /** The wall clock was set: what is kept by it is worth less from here on. */
  jumped(ms: number): void {
    if (ms < 0) this.hasJumpedBack = true;
    for (const lease of this.leases) {
      lease.isByOldClock = true;
      lease.isForgettable = true;
    }
    for (const host of this.hosts.values()) {
      host.isRestByOldClock = true;
      if (host.blockedUntilWallMs === undefined) continue;
      host.rest.to = Math.max(host.rest.to, this.nowMs + BLOCK_CHECK_MS);
    }
    this.timePassed(0);
  }

  /** The frontier was closed, and opened again from that moment on. */
  restarted(startMs: number): void {
    this.startedMs = startMs;
    this.openedMs = this.nowMs;
    for (const host of this.hosts.values()) {
      const crawls = host.attempts > 0 ? [...this.crawls.keys()] : [];
      host.startDelaysMs = new Map(
        crawls.map((name) => [name, usualPauseMs(host, this.mannersOf(name, host))]),
      );
      if (!host.isRestByOldClock) continue;
      // Of a rest that was written by another clock no more is left than it was long, and maybe nothing.
      host.rest = { from: -Infinity, to: this.nowMs + host.longestRestMs };
    }
  }

  rest(host: ModelHost, { from, to }: Span): void {
    host.rest.from = Math.max(host.rest.from, this.nowMs + from);
    host.rest.to = Math.max(host.rest.to, this.nowMs + to);
    host.longestRestMs = Math.max(host.longestRestMs, to);
    host.isRestByOldClock = false;
  }

  deleteCrawl(name: string, revision: number): void {
    this.crawls.delete(name);
    this.deletedRevisions.set(name, revision);
    for (const [key, url] of this.urls) if (url.crawl === name) this.urls.delete(key);
    for (const lease of this.leases) if (lease.crawl === name) lease.isOrphan = true;
    this.pages.delete(name);
    this.refused.delete(name);
    this.drawnMs.delete(name);
  }

  countRefused(crawl: string, rule: string): void {
    const rules = this.refused.get(crawl) ?? new Map<string, number>();
    this.refused.set(crawl, rules.set(rule, (rules.get(rule) ?? 0) + 1));
  }

  urlsOf(crawl: string | undefined, host?: string): ModelUrl[] {
    return [...this.urls.values()].filter(
      (url) =>
        (crawl === undefined || url.crawl === crawl) && (host === undefined || url.host === host),
    );
  }

  /** Leases of a crawl; of all, together with those of crawls that are gone. */
  leaseCounts(crawl: string | undefined, host?: string): LeaseCounts {
    const counts: LeaseCounts = { given: 0, settled: 0, released: 0, expired: 0, out: 0 };
    for (const lease of this.leases) {
      if (crawl !== undefined && (lease.isOrphan || lease.crawl !== crawl)) continue;
      if (host !== undefined && lease.host !== host) continue;
      counts.given += 1;
      counts[lease.end ?? 'out'] += 1;
    }
    return counts;
  }
}
