import { FakeClock } from '@mayfly/testing';
import { Buckets } from '../../src/core/buckets.ts';
import type { CrawlRow, CrawlSettings } from '../../src/core/crawl.ts';
import { type Desk, openDesk } from '../../src/core/desk.ts';
import type { FrontierSettings } from '../../src/core/settings.ts';
import type { Submission } from '../../src/core/submitting.ts';
import { MemoryTables } from './memory-tables.ts';

export const SETTINGS: FrontierSettings = {
  manners: { delayMs: 1_000, busyFactor: 0, leasesAtATime: 1, obeyRobots: false },
  pause: {
    ...{ crawlDelayCapMs: 60_000, backoffMs: 5_000, robotsRetryMs: 30_000 },
    ...{ tripAfter: 8, tripMs: 1_800_000 },
  },
  leaseMs: 60_000,
  retryMs: 10_000,
  requestsPerSecond: 10_000,
  servers: { groups: [], leasesPerAddress: 10, groupDelayMs: 1_000 },
  quotas: { host: 1_000_000, site: 5_000_000 },
  hashedRows: 2,
  byHandPrivate: false,
};

/** A desk on a clock that stands still and on tables in memory; it can be left and opened again. */
export class DeskAtHand {
  readonly clock = new FakeClock();
  readonly tables = new MemoryTables();
  readonly buckets = new Buckets(64);
  readonly settings: FrontierSettings;
  desk!: Desk;

  private constructor(settings: FrontierSettings) {
    this.settings = settings;
  }

  static async open(over: Partial<FrontierSettings> = {}): Promise<DeskAtHand> {
    const at = new DeskAtHand({ ...SETTINGS, ...over });
    await at.reopen();
    return at;
  }

  /** As after a kill: nothing is said to the desk before. */
  async reopen(): Promise<void> {
    const { tables, buckets, clock, settings } = this;
    this.desk?.leasing.waking.stop();
    const around = { tables, buckets, clock, settings, random: () => 0.5 };
    this.desk = await openDesk({ ...around, ownerOf: () => undefined, replica: () => 'alone' });
    const all = Array.from({ length: buckets.count }, (_, bucket) => ({ bucket, epoch: 1 }));
    await this.desk.frontier.gain(all);
  }

  async crawl(name: string, over: Partial<CrawlSettings> = {}, revision = 1): Promise<void> {
    await this.desk.crawls.put([crawlRow(name, over, revision)]);
  }

  async submit(urls: readonly string[], over: Partial<Submission> = {}) {
    const given = { crawl: 'news', source: 'submit', sourceAttempt: 0, priority: 1 };
    const place = { depth: 0, hops: 0, seed: false, minRevision: 0 };
    return this.desk.submitting.submit(
      urls.map((url) => ({ ...given, ...place, ...over, url })),
      undefined,
    );
  }

  /** Leases that can be had now. */
  async lease(max = 100, fetcher = 'f') {
    await this.settled();
    const request = { fetcher, max, waitMs: 0, named: [] };
    return this.desk.leasing.lease(request, []);
  }

  /** Lets time pass, and expires what is due. */
  async pass(ms: number): Promise<void> {
    await this.clock.advance(ms);
    await this.desk.settling.expireDue();
    await this.settled();
  }

  /** Until nothing is under way. */
  async settled(): Promise<void> {
    for (let round = 0; round < 3; round += 1) {
      await this.clock.advance(0);
      await Promise.all(this.desk.frontier.owned().map((lane) => lane.idle()));
    }
  }
}

export function crawlRow(
  name: string,
  over: Partial<CrawlSettings> = {},
  revision = 1,
): Omit<CrawlRow, 'forgotten'> {
  const scope = {
    sites: ['a.test', 'b.test', 'c.test', 'd.test'],
    hosts: [],
    prefixes: [],
    domains: [],
  };
  const settings = { ...scope, share: 1, private: false, ...over };
  return { name, revision, settings, paused: false, deleted: false };
}
