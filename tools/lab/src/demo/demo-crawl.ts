import type { Clock } from '@mayfly/clock';
import { type DemoWorld, openDemoWorld } from '@mayfly/demo-world';
import type { RunningSuite } from '@mayfly/e2e/running-suite';
import type { PolicyName } from '@mayfly/echo';
import { durationOf } from '@mayfly/grpc';
import { POLICIES } from '@mayfly/mayfly/crawl-policy';
import { reportDemoVisits, type VisitReporter } from '@mayfly/mayfly/demo-visits';
import { ask } from '@mayfly/mayfly/suite';
import {
  type BornPage,
  caughtInterest,
  type CaughtInterest,
  type PageStory,
} from './caught-interest.ts';
import { WORLD } from './demo-size.ts';
import { storyOf } from './page-story.ts';

/** As in `npm start`: our own world does not mind. */
const DELAY_MS = 200;
const BATCH = 500;
const CRAWL = 'demo';

/** What a crawl is told. */
export interface CrawlTerms {
  readonly policy: PolicyName;
  readonly rate: number;
  readonly revisitSeconds: number;
  readonly seed: number;
}

/** Settings of services that lead their fetchers to a world on this port. */
export function reaching(port: number): Readonly<Record<string, string>> {
  return {
    FETCHER_HOSTS: `*.test=127.0.0.1:${port}`,
    FETCHER_PRIVATE_CIDRS: '127.0.0.0/8',
    OTEL_METRICS_EXPORTER: 'none',
  };
}

/** A world with its readers, and a suite that crawls it by one policy. */
export class DemoCrawl implements AsyncDisposable {
  readonly terms: CrawlTerms;
  readonly #world: DemoWorld;
  readonly #suite: RunningSuite;
  readonly #reporter: VisitReporter;
  readonly #born: BornPage[] = [];
  readonly #visits: { url: string; atMs: number }[] = [];

  private constructor(
    terms: CrawlTerms,
    parts: { world: DemoWorld; suite: RunningSuite; reporter: VisitReporter },
  ) {
    this.terms = terms;
    this.#world = parts.world;
    this.#suite = parts.suite;
    this.#reporter = parts.reporter;
    this.#world.onPublished(({ url, publishedMs }) =>
      this.#born.push({ url, bornMs: publishedMs }),
    );
    this.#world.onVisit(({ url, atMs }) => this.#visits.push({ url, atMs }));
  }

  /** Opens the world on the port that the suite was told, and begins to crawl it. */
  static async begin(
    terms: CrawlTerms,
    around: { readonly suite: RunningSuite; readonly port: number; readonly clock: Clock },
  ): Promise<DemoCrawl> {
    const { suite, port, clock } = around;
    const addresses = await suite.addresses();
    const world = await openDemoWorld({ ...WORLD, clock, port, seed: terms.seed });
    try {
      const reporter = await reportDemoVisits(world, addresses.scheduler, clock);
      const crawl = new DemoCrawl(terms, { world, suite, reporter });
      await crawl.#create();
      return crawl;
    } catch (error) {
      await world.close();
      throw error;
    }
  }

  async #create(): Promise<void> {
    const { policy, rate, revisitSeconds } = this.terms;
    const { hosts, seeds } = this.#world;
    const settings = {
      policy: POLICIES[policy],
      scope: { sites: [], hosts: [...hosts], prefixes: [], domains: [] },
      limits: { requestsPerSecond: rate },
      private: true,
      manners: { delay: durationOf(DELAY_MS) },
      revisitInterval: durationOf(revisitSeconds * 1_000),
    };
    const addresses = await this.#suite.addresses();
    await ask(addresses, 'scheduler', (scheduler) =>
      scheduler.createCrawl({ name: CRAWL, seeds: [...seeds], settings }),
    );
  }

  /** Requests that the world has answered. */
  get requests(): number {
    return this.#world.log.total;
  }

  /** How the crawl stood then: births and visits as the world saw them, stored by when the document-store had made it durable. */
  async look(untilMs = Infinity): Promise<CaughtInterest> {
    const born = this.#born.filter(({ bornMs }) => bornMs <= untilMs);
    const visits = this.#visits.filter(({ atMs }) => atMs <= untilMs);
    const addresses = await this.#suite.addresses();
    const stories = new Map<string, PageStory>();
    for (let from = 0; from < born.length; from += BATCH) {
      const urls = born.slice(from, from + BATCH).map(({ url }) => url);
      const { documents } = await ask(addresses, 'document-store', (store) =>
        store.getDocuments({ urls }),
      );
      documents.forEach((document, at) => stories.set(urls[at]!, storyOf(document)));
    }
    return caughtInterest({ born, visits, stories });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#reporter.close().catch(() => undefined);
    await this.#world.close();
  }
}
