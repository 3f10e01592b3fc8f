import { FakeClock } from '@mayfly/testing';
import { Buckets } from '../../src/core/buckets.ts';
import type { CrawlSettings } from '../../src/core/crawl.ts';
import { type Desk, openDesk } from '../../src/core/desk.ts';
import { leaseId } from '../../src/core/lease-id.ts';
import type { FrontierSettings } from '../../src/core/settings.ts';
import { crawlRow, SETTINGS } from './desk-at-hand.ts';
import { MemoryTables } from './memory-tables.ts';

const BUCKETS = 64;

/** A desk among others. */
export interface DeskAmongOthers {
  readonly name: string;
  readonly desk: Desk;
  /** What it thinks is its own. */
  readonly owned: Set<number>;
}

/** Several desks on the same tables and the same clock, each with some of the buckets. */
export class DesksAtHand {
  readonly clock = new FakeClock();
  readonly tables = new MemoryTables();
  readonly buckets = new Buckets(BUCKETS);
  readonly settings: FrontierSettings;
  readonly desks: DeskAmongOthers[] = [];
  #opened = 0;

  constructor(over: Partial<FrontierSettings> = {}) {
    this.settings = { ...SETTINGS, manners: { ...SETTINGS.manners, delayMs: 0 }, ...over };
    // Time stands still, and others get their turn.
    this.tables.pause = () => this.clock.advance(0);
  }

  /** A desk that owns nothing yet. */
  async open(): Promise<DeskAmongOthers> {
    const { tables, buckets, clock, settings } = this;
    this.#opened += 1;
    const name = `r${this.#opened}`;
    const around = { tables, buckets, clock, settings, random: () => 0.5 };
    const desk = await openDesk({ ...around, ownerOf: () => undefined, replica: () => name });
    const one = { name, desk, owned: new Set<number>() };
    this.desks.push(one);
    return one;
  }

  /** Gives a desk buckets that nobody has, or whose owner is not asked. */
  async take(one: DeskAmongOthers, buckets: readonly number[]): Promise<void> {
    const gained = buckets.map((bucket) => {
      const epoch = (this.tables.rows.owners.get(bucket)?.epoch ?? 0) + 1;
      this.tables.rows.owners.set(bucket, { replica: one.name, epoch });
      one.owned.add(bucket);
      return { bucket, epoch };
    });
    await one.desk.frontier.gain(gained);
  }

  async handOver(from: DeskAmongOthers, to: DeskAmongOthers, buckets: readonly number[]) {
    await from.desk.frontier.leave(buckets);
    for (const bucket of buckets) from.owned.delete(bucket);
    await this.take(to, buckets);
  }

  /** It hears that others have buckets of its. */
  lose(one: DeskAmongOthers, buckets: readonly number[]): void {
    one.desk.frontier.drop(buckets);
    for (const bucket of buckets) one.owned.delete(bucket);
  }

  /** As a kill: nothing is said to anybody. */
  kill(one: DeskAmongOthers): void {
    one.desk.leasing.waking.stop();
    this.desks.splice(this.desks.indexOf(one), 1);
  }

  all = (): number[] => Array.from({ length: BUCKETS }, (_, bucket) => bucket);

  /** Buckets in the order of numbers, as evenly as it goes. */
  part = (at: number, of: number): number[] => this.all().filter((bucket) => bucket % of === at);

  async crawl(name: string, over: Partial<CrawlSettings> = {}, revision = 1): Promise<void> {
    const [first, ...others] = this.desks;
    await first?.desk.crawls.put([crawlRow(name, over, revision)]);
    for (const { desk } of others) await desk.crawls.hear();
  }

  /** Submits each URL where its host is. */
  async submit(urls: readonly string[], crawl = 'news'): Promise<void> {
    const given = { crawl, source: 'submit', sourceAttempt: 0, priority: 1 };
    const place = { depth: 0, hops: 0, seed: false, minRevision: 0 };
    for (const { desk } of this.desks) {
      const submissions = urls.map((url) => ({ ...given, ...place, url }));
      await desk.submitting.submit(submissions, undefined);
    }
  }

  async lease(one: DeskAmongOthers, max = 100) {
    const request = { fetcher: 'f', max, waitMs: 0, named: [] };
    return one.desk.leasing.lease(request, []);
  }

  /** Leases all that can be had in that time, ends each with the outcome, and says how many there were. */
  async work(one: DeskAmongOthers, forMs: number, outcome = 1): Promise<number> {
    const untilMs = this.clock.monotonicMs() + forMs;
    let leases = 0;
    while (this.clock.monotonicMs() < untilMs) {
      const granted = await this.lease(one);
      leases += granted.length;
      const settlements = granted.map(({ host, lease }) => ({ id: leaseId(host, lease), outcome }));
      await one.desk.settling.settle(settlements);
      await this.pass(10);
    }
    return leases;
  }

  async pass(ms: number): Promise<void> {
    await this.clock.advance(ms);
    for (const { desk } of this.desks) {
      await desk.settling.expireDue();
      const kept = desk.keepSlices();
      // A draw may wait for others in between.
      for (let isKept = false; !isKept;) {
        isKept = await Promise.race([
          kept.then(() => true),
          this.clock.advance(0).then(() => false),
        ]);
      }
    }
  }

  /** Pages and leases of a crawl, as the tables say. */
  used(crawl = 'news'): number {
    const ledgers = [...this.tables.rows.ledgers.values()].filter((row) => row.crawl === crawl);
    return ledgers.reduce((sum, { pages, leased }) => sum + pages + leased, 0);
  }
}
