import { Outcome, type Settings } from '@mayfly/contracts/crawl/v1';
import {
  FrontierServiceDefinition,
  type HostRest,
  type Order,
  type PutBudgetsRequest,
  ScheduleAnswer,
  type Submission,
  SubmitAnswer,
  type UrlInfo,
  UrlState,
  type Wait,
} from '@mayfly/contracts/frontier/v1';
import { CrawlError } from '@mayfly/errors';
import { type Handlers, openServer, type RunningServer, serve } from '@mayfly/grpc';
import { bucketOf, hostOf, siteOf, type Url } from '@mayfly/url';

interface KnownUrl extends UrlInfo {
  readonly crawl: string;
  seed: boolean;
  order: number;
}

interface KnownCrawl {
  revision: number;
  settings: Settings;
  paused: boolean;
  deleted: boolean;
}

const BUCKETS = 8;
const EMPTY: Settings = { policy: 1, private: false };

/** A frontier with the answers of the contract and a memory, served over real gRPC. Tests lease and settle by hand. */
export class FakeFrontier {
  readonly crawls = new Map<string, KnownCrawl>([
    ['by-hand', { revision: 1, settings: EMPTY, paused: false, deleted: false }],
  ]);
  readonly urls = new Map<string, KnownUrl>();
  readonly calls: string[] = [];
  budgets: PutBudgetsRequest | undefined;
  /** How long hosts rest, as every answer to orders says. */
  hostRests: HostRest[] = [];
  /** What each URL waits for. */
  waits: readonly Wait[] = [];
  readonly toldOfCrawls = new Set<number>();
  readonly deferredHosts = new Set<string>();
  isAway = false;
  /** Run once what was asked for is done, and before it is answered. */
  onSubmit: () => unknown = () => {};
  onSchedule: () => unknown = () => {};
  submissions = 0;
  leasesGiven = 0;
  #order = 0;
  #attempt = 0;
  readonly #servers: RunningServer[] = [];

  /** Opens as many replicas, which own every so-manieth bucket, and answers where they are. */
  async open(replicas = 1): Promise<string> {
    for (let replica = 0; replica < replicas; replica += 1) {
      const server = await openServer({
        service: 'fake-frontier',
        services: [serve(FrontierServiceDefinition, this.#handlers(replica))],
        address: { host: '127.0.0.1', port: 0 },
        random: Math.random,
      });
      this.#servers.push(server);
    }
    return `ipv4:${this.#servers.map(({ address }) => address).join(',')}`;
  }

  async close(): Promise<void> {
    await Promise.all(this.#servers.map((each) => each.close({ drainMs: 0, goodbyeMs: 0 })));
  }

  #ownerOf(url: string): number {
    return (bucketOf(hostOf(url as Url)) % BUCKETS) % this.#servers.length;
  }

  /** Owners of those that belong to other replicas. */
  #elsewhere(urls: readonly { url: string }[], replica: number) {
    return urls.flatMap(({ url }) => {
      const owner = this.#ownerOf(url);
      const { address } = this.#servers[owner]!;
      return owner === replica ? [] : [{ bucket: bucketOf(hostOf(url as Url)), address, epoch: 1 }];
    });
  }

  #buckets(replica: number): number[] {
    const all = Array.from({ length: BUCKETS }, (_, bucket) => bucket);
    return all.filter((bucket) => bucket % this.#servers.length === replica);
  }

  of(crawl: string): KnownUrl[] {
    return [...this.urls.values()].filter((url) => url.crawl === crawl);
  }

  get(crawl: string, url: string): KnownUrl | undefined {
    return this.urls.get(`${crawl} ${url}`);
  }

  /** The best URL that waits, or this one if it does, as a fetcher would get it. */
  lease(crawl: string, only?: string): KnownUrl | undefined {
    const known = this.crawls.get(crawl);
    const { maxPages = Infinity } = known?.settings.limits ?? {};
    if (known === undefined || known.paused || this.pages(crawl) >= maxPages) return undefined;
    const [best] = this.of(crawl)
      .filter(({ state }) => state === UrlState.URL_STATE_WAITING)
      .filter(({ url }) => !this.deferredHosts.has(hostOf(url as Url)))
      .filter(({ url }) => only === undefined || url === only)
      .sort((a, b) => b.priority! - a.priority! || a.order - b.order);
    if (best === undefined) return undefined;
    this.#attempt += 1;
    this.leasesGiven += 1;
    best.state = UrlState.URL_STATE_LEASED;
    best.lastAttempt = this.#attempt;
    best.lastOutcome = undefined;
    return best;
  }

  settle(url: KnownUrl, outcome: Outcome): void {
    url.state = UrlState.URL_STATE_AT_REST;
    url.lastOutcome = outcome;
    url.settleTime = new Date();
  }

  pages(crawl: string): number {
    return this.of(crawl).filter(isPage).length;
  }

  #submit(one: Submission): { answer: SubmitAnswer; rule: string; url: string } {
    this.submissions += 1;
    const { crawl, url, discoverer } = one;
    const known = this.crawls.get(crawl);
    if (known === undefined || known.deleted || known.revision < one.minRevision) {
      return { answer: SubmitAnswer.SUBMIT_ANSWER_CRAWL_UNKNOWN, rule: '', url };
    }
    const there = this.get(crawl, url);
    if (there !== undefined) {
      const isFirst =
        there.discoverer?.source === discoverer?.source &&
        there.discoverer?.attempt === discoverer?.attempt;
      const { SUBMIT_ANSWER_NEW, SUBMIT_ANSWER_KNOWN } = SubmitAnswer;
      return { answer: isFirst ? SUBMIT_ANSWER_NEW : SUBMIT_ANSWER_KNOWN, rule: '', url };
    }
    const rule = ruleOf(crawl, known.settings, one);
    if (rule !== '') return { answer: SubmitAnswer.SUBMIT_ANSWER_REFUSED, rule, url };
    this.urls.set(`${crawl} ${url}`, {
      ...{ crawl, url, discoverer, depth: one.depth, hops: one.hops, seed: one.seed, failures: 0 },
      group: one.group,
      ...{ priority: one.priority, discoverTime: new Date(), order: (this.#order += 1) },
      state: one.priority === undefined ? UrlState.URL_STATE_PARKED : UrlState.URL_STATE_WAITING,
    });
    return { answer: SubmitAnswer.SUBMIT_ANSWER_NEW, rule: '', url };
  }

  #schedule({ crawl, url, priority, afterAttempt }: Order): ScheduleAnswer {
    if (!this.crawls.has(crawl)) return ScheduleAnswer.SCHEDULE_ANSWER_CRAWL_UNKNOWN;
    const known = this.get(crawl, url);
    if (known === undefined) return ScheduleAnswer.SCHEDULE_ANSWER_URL_UNKNOWN;
    if ((known.lastAttempt ?? 0) > (afterAttempt ?? 0)) return ScheduleAnswer.SCHEDULE_ANSWER_STALE;
    if (known.state === UrlState.URL_STATE_LEASED) return ScheduleAnswer.SCHEDULE_ANSWER_KEPT;
    Object.assign(known, {
      state: UrlState.URL_STATE_WAITING,
      priority,
      order: (this.#order += 1),
    });
    return ScheduleAnswer.SCHEDULE_ANSWER_WAITING;
  }

  #ledger(crawl: string, replica: number) {
    const urls = this.of(crawl).filter(({ url }) => this.#ownerOf(url) === replica);
    const count = (state: UrlState) => urls.filter((url) => url.state === state).length;
    const deferred = urls.filter(
      ({ url, state }) =>
        state === UrlState.URL_STATE_WAITING && this.deferredHosts.has(hostOf(url as Url)),
    ).length;
    const leased = count(UrlState.URL_STATE_LEASED);
    return {
      ...{ known: urls.length, parked: count(UrlState.URL_STATE_PARKED), leased, deferred },
      ...{ waiting: count(UrlState.URL_STATE_WAITING), atRest: [], refused: [] },
      ...{ leasesGiven: this.leasesGiven, leasesSettled: 0, leasesReleased: 0, leasesExpired: 0 },
      ...{
        leasesOut: leased,
        pages: urls.filter(isPage).length,
        buckets: this.#buckets(replica).length,
      },
      deferredHosts: [...this.deferredHosts].map((host) => ({ host, untilTime: undefined })),
    };
  }

  #handlers(replica: number): Handlers<FrontierServiceDefinition> {
    const called = (name: string) => {
      if (this.isAway) throw new CrawlError('DEPENDENCY_AWAY', 'the frontier is away');
      this.calls.push(name);
    };
    const unused = async () => {
      throw new CrawlError('RPC_UNKNOWN', 'the scheduler does not call this');
    };
    const unusedStream = async function* () {
      await unused();
    };
    return {
      ...{ leaseUrls: unused, extendLeases: unused, settleLeases: unused, releaseLeases: unused },
      ...{ getHost: unused, setHostPolicy: unused, blockHost: unused },
      ...{ submitUrlStream: unusedStream, leaseUrlStream: unusedStream },
      getBuckets: async () => {
        if (this.isAway) throw new CrawlError('DEPENDENCY_AWAY', 'the frontier is away');
        const ranges = this.#servers.flatMap(({ address }, owner) =>
          this.#buckets(owner).map((bucket) => ({
            ...{ first: bucket, last: bucket, replica: `r${owner}`, address, epoch: 1 },
          })),
        );
        return { buckets: BUCKETS, ranges, replica: `r${replica}` };
      },
      putCrawls: async ({ crawls }) => {
        called('putCrawls');
        this.toldOfCrawls.add(replica);
        for (const { name, revision, settings = EMPTY, paused, deleted } of crawls) {
          if (revision <= (this.crawls.get(name)?.revision ?? 0)) continue;
          this.crawls.set(name, { revision, settings, paused, deleted });
          if (deleted) for (const { url } of this.of(name)) this.urls.delete(`${name} ${url}`);
        }
        return { revisions: crawls.map(({ name }) => this.crawls.get(name)!.revision) };
      },
      putBudgets: async (request) => {
        called('putBudgets');
        if (request.revision > (this.budgets?.revision ?? 0)) this.budgets = request;
        return { revision: this.budgets!.revision };
      },
      explainUrls: async ({ crawl, urls }) => {
        called('explainUrls');
        const explanations = urls.map((url) => ({
          url: this.get(crawl, url) ?? { url, depth: 0, hops: 0, failures: 0, group: '' },
          waits: [...this.waits],
        }));
        return { explanations, owners: [] };
      },
      submitUrls: async ({ submissions }) => {
        called('submitUrls');
        const results = submissions.map((one) =>
          this.#ownerOf(one.url) === replica
            ? this.#submit(one)
            : { answer: SubmitAnswer.SUBMIT_ANSWER_NOT_OWNER, rule: '', url: '' },
        );
        await this.onSubmit();
        return { results, owners: this.#elsewhere(submissions, replica) };
      },
      scheduleUrls: async ({ orders }) => {
        called('scheduleUrls');
        const answers = orders.map((order) =>
          this.#ownerOf(order.url) === replica
            ? this.#schedule(order)
            : ScheduleAnswer.SCHEDULE_ANSWER_NOT_OWNER,
        );
        await this.onSchedule();
        const owners = this.#elsewhere(orders, replica);
        return { answers, owners, groupAnswers: [], hostRests: this.hostRests };
      },
      getUrls: async ({ crawl, urls }) => {
        called('getUrls');
        return {
          urls: urls.map(
            (url) => this.get(crawl, url) ?? { url, depth: 0, hops: 0, failures: 0, group: '' },
          ),
        };
      },
      listUrls: async ({ crawl, state, pageToken }) => {
        called('listUrls');
        const urls = this.of(crawl).filter((url) => state === undefined || url.state === state);
        const at = Number(pageToken);
        const nextPageToken = urls.length > at + 2 ? String(at + 2) : '';
        return { urls: urls.slice(at, at + 2), nextPageToken };
      },
      getLedger: async ({ crawl = '' }) => {
        called('getLedger');
        const known = this.crawls.get(crawl);
        if (known === undefined || known.deleted) throw new CrawlError('CRAWL_UNKNOWN', crawl);
        return this.#ledger(crawl, replica);
      },
    };
  }
}

function isPage({ lastOutcome }: KnownUrl): boolean {
  return lastOutcome === Outcome.OUTCOME_OK;
}

function ruleOf(crawl: string, settings: Settings, { url, depth, hops }: Submission): string {
  if (hops > 10) return 'hops';
  if (crawl === 'by-hand') return '';
  if (depth > (settings.limits?.maxDepth ?? Infinity)) return 'depth';
  return settings.scope?.sites.includes(siteOf(hostOf(url as Url))) === true ? '' : 'scope';
}
