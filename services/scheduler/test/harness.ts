import { systemClock } from '@mayfly/clock';
import { Policy, type Settings } from '@mayfly/contracts/crawl/v1';
import { type Crawl, SchedulerServiceDefinition } from '@mayfly/contracts/scheduler/v1';
import type { Engines } from '@mayfly/engines';
import { documentsRecorded, visitsReported } from '@mayfly/events';
import { type Client, openClient } from '@mayfly/grpc';
import { Closer } from '@mayfly/lifecycle';
import { type EngineKind, type TestEngines, testEngines } from '@mayfly/service-testing';
import type { Answer, Store } from '@mayfly/store';
import type { Stream } from '@mayfly/stream';
import { eventually } from '@mayfly/testing';
import { loadConfig } from '../src/config.ts';
import type { PageStory, PlanDesk } from '../src/core/plan-desk.ts';
import { openScheduler } from '../src/service.ts';
import { FakeFrontier } from './fake-frontier.ts';
import { FakeWorld, type Page } from './fake-world.ts';

/** Long enough for a machine that does much else. */
const WITHIN_MS = 90_000;

/** A scheduler with the services around it played by models, on real engines. */
export class Harness implements AsyncDisposable {
  readonly frontier = new FakeFrontier();
  readonly world = new FakeWorld(this.frontier);
  readonly engines: TestEngines;
  client!: Client<SchedulerServiceDefinition>;
  stream!: Stream;
  opened!: Engines;
  address = '';
  desk!: PlanDesk;
  /** What was told of pages, such as `found https://a.test/1`. */
  readonly told: string[] = [];
  /** While true, the store forgets what it is told to write and says that it does not know. */
  isStoreBroken = false;
  unknownWrites = 0;
  /** By so much the scheduler's clock is ahead of ours. */
  aheadMs = 0;
  /** The store of the scheduler. */
  store!: Store;
  #closer = new Closer();
  #targets: Record<string, string> = {};

  readonly #story: PageStory = {
    found: ({ url }) => void this.told.push(`found ${url}`),
    recorded: ({ url }) => void this.told.push(`recorded ${url}`),
  };

  private constructor(engines: TestEngines) {
    this.engines = engines;
  }

  static async open(
    kind: EngineKind,
    { frontiers = 1 }: { readonly frontiers?: number } = {},
  ): Promise<Harness> {
    const harness = new Harness(await testEngines(kind));
    const frontier = await harness.frontier.open(frontiers);
    const world = await harness.world.open();
    harness.#targets = {
      SCHEDULER_FRONTIER_TARGET: frontier,
      SCHEDULER_SITE_SCORING_TARGET: world,
      SCHEDULER_DOCUMENT_STORE_TARGET: world,
    };
    await harness.start();
    return harness;
  }

  config(more: Record<string, string> = {}) {
    return loadConfig({
      SCHEDULER_GRPC_ADDRESS: '127.0.0.1:0',
      SCHEDULER_TURN_MS: '10ms',
      SCHEDULER_FINISH_MS: '20ms',
      ...this.#targets,
      ...more,
    });
  }

  async start(more: Record<string, string> = {}): Promise<void> {
    this.#closer = new Closer();
    this.opened = await this.engines.open();
    this.stream = await this.opened.openStream([documentsRecorded, visitsReported]);
    this.#closer.add('stream of the test', this.stream, () => this.stream.close());
    const engines = { ...this.opened, openStore: this.#openStore.bind(this) };
    const clock = { ...systemClock, nowMs: () => systemClock.nowMs() + this.aheadMs };
    const around = { clock, stories: [this.#story] };
    const opened = await openScheduler(this.config(more), this.#closer, engines, around);
    const { address } = opened;
    this.desk = opened.desk;
    this.address = address;
    this.client = await openClient(SchedulerServiceDefinition, {
      service: 'test',
      target: `dns:///${address}`,
    });
    this.#closer.add('client', this.client, () => this.client.close());
  }

  async stop(): Promise<void> {
    await this.#closer.close();
    await this.engines.shutDown();
  }

  async restart(more: Record<string, string> = {}): Promise<void> {
    await this.stop();
    this.isStoreBroken = false;
    await this.start(more);
  }

  pages(pages: Record<string, Page>): void {
    for (const [url, page] of Object.entries(pages)) this.world.web.set(url, page);
  }

  /** Fetches one URL as soon as it waits. */
  async fetch(crawl: string, url: string): Promise<void> {
    await eventually(() => this.world.fetchOne(crawl, this.stream, url), {
      what: `${url} to be ordered`,
      withinMs: WITHIN_MS,
    });
    await this.handled();
  }

  async create(name: string, seeds: string[], settings: Partial<Settings> = {}): Promise<Crawl> {
    const all = { policy: Policy.POLICY_BFS, private: false, ...settings };
    const { crawl } = await this.client.createCrawl({ name, seeds, settings: all });
    return crawl!;
  }

  async crawl(name: string): Promise<Crawl> {
    return (await this.client.getCrawl({ name })).crawl!;
  }

  /** Fetches whatever waits, until the check is met. */
  async fetchUntil(crawl: string, what: string, check: () => boolean | Promise<boolean>) {
    await eventually(
      async () => {
        while (await this.world.fetchOne(crawl, this.stream));
        return check();
      },
      { what, withinMs: WITHIN_MS },
    );
  }

  /** Crawls to the end. */
  async finish(name: string): Promise<Crawl> {
    await this.fetchUntil(name, `${name} to be finished`, async () => {
      return (await this.crawl(name)).finished !== undefined;
    });
    return this.crawl(name);
  }

  async handled(): Promise<void> {
    const isDone = async () =>
      (await this.stream.lag(documentsRecorded, 'scheduler')).messages === 0;
    await eventually(isDone, { what: 'all announcements to be handled', withinMs: WITHIN_MS });
  }

  /** Every visit that was taken has been counted, or has a dead letter. */
  async counted(): Promise<void> {
    const isDone = async () => (await this.stream.lag(visitsReported, 'scheduler')).messages === 0;
    await eventually(isDone, { what: 'all visits to be counted', withinMs: WITHIN_MS });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
    await this.frontier.close();
    await this.world.close();
    await this.engines[Symbol.asyncDispose]();
  }

  async #openStore(tables: Parameters<Engines['openStore']>[0]): Promise<Store> {
    const store = await this.opened.openStore(tables);
    this.store = store;
    return new Proxy(store, {
      get: (target, name) => {
        if (name === 'write' && this.isStoreBroken) {
          const unknown: Answer = { outcome: 'unknown', cause: new Error('broken by the test') };
          this.unknownWrites += 1;
          return async (parts: readonly unknown[]) => parts.map(() => unknown);
        }
        const value = Reflect.get(target, name, target) as unknown;
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
  }
}
