import { systemClock } from '@mayfly/clock';
import { type DemoWorld, openDemoWorld } from '@mayfly/demo-world';
import { durationOf } from '@mayfly/grpc';
import { ask } from '@mayfly/mayfly/suite';
import { eventually } from '@mayfly/testing';
import { createCrawl, reaching, untilFinished, worldSettings } from './crawl-world.ts';
import { type CrawlVerdict, judgeCrawl } from './crawl-verdict.ts';
import { fallen, keptCounts, type KeptCounts } from './kept-counts.ts';
import { badManners } from './manners-verdict.ts';
import type { RunningSuite } from './running-suite.ts';
import type { SoakPlace, Victim } from './soak-place.ts';
import { StallWatch } from './stall-watch.ts';
import { Supervisor } from './supervisor.ts';

const DELAY_MS = 150;
/** Once when everything is new, and once when everything is known. */
const CRAWLS = 2;
const FINISHED_WITHIN_MS = 240_000;
/** MongoDB keeps transactions of a process that was killed for more than a minute. */
const BACK_WITHIN_MS = 180_000;
const CALM_WITHIN_MS = 15_000;

/** So short that whoever waits for the lease of a process that was killed does not wait for long. */
const SETTINGS = { FRONTIER_LEASE_MS: '5000', OTEL_METRICS_EXPORTER: 'none' };

/** A frozen world, a suite of its own that crawls it, and the crawl that is under way. */
export class SoakedWorld implements AsyncDisposable {
  readonly suite: RunningSuite;
  readonly servers: readonly Victim[];
  readonly supervisor: Supervisor;
  readonly #world: DemoWorld;
  readonly #stalls = new StallWatch(systemClock);
  #crawls = 0;

  private constructor(world: DemoWorld, suite: RunningSuite, servers: readonly Victim[]) {
    this.#world = world;
    this.suite = suite;
    this.servers = servers;
    this.supervisor = new Supervisor(suite.processes);
  }

  static async open(place: SoakPlace, seed: number): Promise<SoakedWorld> {
    const size = { articles: 150, crawlDelayS: 0.3 };
    const world = await openDemoWorld({ clock: systemClock, frozen: true, seed, ...size });
    try {
      const suite = await place.start({ ...reaching(world), ...SETTINGS });
      return new SoakedWorld(world, suite, place.servers);
    } catch (error) {
      await world.close();
      throw error;
    }
  }

  /** The crawl that is under way. */
  get crawl(): string {
    return `soak-${this.#crawls}`;
  }

  get isOver(): boolean {
    return this.#crawls === CRAWLS;
  }

  /** Requests that the world has seen. */
  get requests(): number {
    return this.#world.log.total;
  }

  async beginCrawl(): Promise<void> {
    this.#crawls += 1;
    const settings = worldSettings(this.#world, {
      manners: { delay: durationOf(DELAY_MS), busyFactor: 0 },
    });
    const { seeds } = this.#world;
    await createCrawl(await this.suite.addresses(), { name: this.crawl, seeds, settings });
  }

  async isFinished(): Promise<boolean> {
    const name = this.crawl;
    return eventually(
      async () => {
        const suite = await this.suite.addresses();
        const { crawl } = await ask(suite, 'scheduler', (it) => it.getCrawl({ name }));
        return { isFinished: crawl?.finished !== undefined };
      },
      { what: `the scheduler to tell of ${name}`, withinMs: BACK_WITHIN_MS, everyMs: 200 },
    ).then(({ isFinished }) => isFinished);
  }

  /** Waits for the end of the crawl; answers why there was none. */
  async finishCrawl(): Promise<string[]> {
    const addresses = () => this.suite.addresses();
    return untilFinished(addresses, this.crawl, FINISHED_WITHIN_MS).then(
      () => [],
      (error: Error) => [error.message],
    );
  }

  async judgeCrawl(): Promise<CrawlVerdict> {
    // Rules are kept, so that the second crawl reads no robots.txt and hears of no sitemap that is named there alone.
    const robotsSitemaps = this.#crawls === 1;
    const { crawl } = this;
    return judgeCrawl(await this.suite.addresses(), this.#world, { crawl, robotsSitemaps });
  }

  /** Waits until the world was asked for something more; not for ever, as there may be nothing left to ask. */
  async untilAsked(): Promise<void> {
    const { requests } = this;
    const asked = { what: 'requests', withinMs: CALM_WITHIN_MS, everyMs: 50 };
    await eventually(() => this.requests > requests, asked).catch(() => undefined);
  }

  /** Stops all processes at once; says which did not end well. */
  async stop(): Promise<string[]> {
    await this.supervisor.stop();
    const ends = await Promise.all(
      this.suite.processes.map(async (each) => {
        const end = await each.stop().catch((error: Error) => error.message);
        return end === 0 ? [] : [`${each.name} ended with ${end}`];
      }),
    );
    return ends.flat();
  }

  badManners(): string[] {
    return badManners(this.#world, DELAY_MS, this.#stalls);
  }

  /** The counts as they stand; undefined while nobody can tell. */
  async counts(): Promise<KeptCounts | undefined> {
    return keptCounts(await this.suite.addresses()).catch(() => undefined);
  }

  /** What was counted before a fault and is not any more. */
  async fallenSince(before: KeptCounts | undefined): Promise<string[]> {
    if (before === undefined) return [];
    const after = await eventually(async () => keptCounts(await this.suite.addresses()), {
      ...{ what: 'the books to be readable again', withinMs: BACK_WITHIN_MS, everyMs: 200 },
    });
    return fallen(before, after);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    try {
      await this.supervisor.stop();
      await this.suite[Symbol.asyncDispose]();
    } finally {
      this.#stalls[Symbol.dispose]();
      await this.#world.close();
    }
  }
}
