import { Ledger } from '../ledger/ledger.ts';
import { CRAWLED, FOUND, OUT, UNKNOWN } from '../ledger/page-book.ts';
import { netIndex, pageWorth, waitUntil } from '../math/profit-index.ts';
import { saturation } from '../math/discovery.ts';
import { possibleProfit, pricedColumns, rateForAll } from '../math/price-plan.ts';
import { hostPrices, type HostPrices } from '../math/host-prices.ts';
import type { RateColumns } from '../math/rate-columns.ts';
import type {
  HostLimit,
  Job,
  LoosePage,
  NewSource,
  PageCrawl,
  PageRecord,
  PageView,
  Plan,
  Policy,
  PolicyName,
  PolicyOptions,
  SourceCrawl,
  SourceRecord,
  SourceView,
  VisitLog,
  WatchedPage,
} from '../policy.ts';

const STATES = {
  [UNKNOWN]: 'unknown',
  [FOUND]: 'found',
  [OUT]: 'out',
  [CRAWLED]: 'crawled',
} as const;

/** What every policy does alike: remembering, estimating again from time to time, and answering for what it believes. */
export abstract class LedgerPolicy implements Policy {
  abstract readonly name: PolicyName;
  protected readonly ledger: Ledger;
  protected rate: number;
  protected readonly random: () => number;
  protected readonly limits = new Map<number, number>();
  protected explorationJobs = 0;
  private jobs = 0;
  private readonly takesLoose: boolean;
  protected readonly replanSeconds: number;
  private replanAt: number;
  private prices: Omit<HostPrices, 'total'> = { price: 0, hosts: new Map() };

  constructor(
    options: PolicyOptions,
    { seesOverflow = false, fades = false, takesLoose = false } = {},
  ) {
    const { rate, start, feedback = 'all', history = 7, replanSeconds = 1_800 } = options;
    this.ledger = new Ledger({ start, feedback, history, seesOverflow, fades });
    this.takesLoose = takesLoose;
    this.rate = rate;
    this.random = options.random;
    this.replanSeconds = replanSeconds;
    this.replanAt = start;
  }

  /** Chooses a job; it is marked as given out by the caller of this. */
  protected abstract choose(at: number): Job | undefined;
  /** Estimates, intervals and queues are made anew. */
  protected abstract replan(at: number): void;
  /** Makes room for sources up to a number at once. */
  protected reserve(_sources: number): void {}
  protected abstract sourceAdded(source: number, at: number): void;
  protected abstract sourceRemoved(source: number): void;
  /** A source was crawled and showed these pages that were unknown before, oldest first. */
  protected abstract sourceCrawled(source: number, found: readonly number[], at: number): void;
  protected pageCrawled(_crawl: PageCrawl): void {}
  protected sourceGivenUp(source: number, at: number): void {
    this.sourceCrawled(source, [], at);
  }
  protected abstract pagesFound(pages: readonly number[], at: number): void;
  /** What a page is worth now. */
  abstract worthOf(page: number, at: number): number;

  addSources(sources: readonly NewSource[], at: number): void {
    const added = this.ledger.addSources(sources, at);
    this.reserve(this.ledger.sources.count);
    for (const source of added) this.sourceAdded(source, at);
    this.replanAt = Math.min(this.replanAt, at);
  }

  removeSources(sources: readonly number[]): void {
    for (const source of sources) {
      if (!this.ledger.sources.remove(source)) continue;
      this.sourceRemoved(source);
    }
  }

  limitHosts(limits: readonly HostLimit[]): void {
    for (const { host, rate } of limits) {
      if (rate === Infinity) this.limits.delete(host);
      else this.limits.set(host, Math.max(0, rate));
    }
  }

  /** Only policies that know what a lasting page is worth keep it fresh. */
  watchPages(_pages: readonly WatchedPage[], _at: number): void {}

  addPages(pages: readonly LoosePage[], at: number): void {
    if (!this.takesLoose) return;
    const found = this.ledger.addPages(pages);
    if (found.length > 0) this.pagesFound(found, at);
  }

  forgetPages(pages: readonly number[]): void {
    this.ledger.forgetPages(pages);
  }

  setRate(rate: number): void {
    this.rate = rate;
    this.replanAt = -Infinity;
  }

  visited(log: VisitLog): void {
    this.ledger.visited(log);
  }

  crawledSource(crawl: SourceCrawl): void {
    if (!this.ledger.sources.has(crawl.source)) return;
    const found = this.ledger.crawledSource(crawl);
    this.sourceCrawled(crawl.source, found, crawl.at);
    if (found.length > 0) this.pagesFound(found, crawl.at);
  }

  crawledPage(crawl: PageCrawl): void {
    this.ledger.crawledPage(crawl);
    this.pageCrawled(crawl);
  }

  gaveUp({ kind, id }: Job, at: number, tryAgain = false): void {
    const { sources, pages } = this.ledger;
    if (kind === 'source') {
      if (!sources.has(id)) return;
      sources.setOut(id, false);
      this.sourceGivenUp(id, at);
    } else if (tryAgain) {
      if (pages.stateOf(id) !== OUT) return;
      pages.state[id] = FOUND;
      this.pagesFound([id], at);
    } else if (pages.stateOf(id) !== UNKNOWN) {
      // Also one that was never out here: somebody else may have had it fetched.
      pages.state[id] = CRAWLED;
    }
  }

  next(at: number): Job | undefined {
    if (at >= this.replanAt) {
      this.replan(at);
      this.replanAt = at + this.replanSeconds;
    }
    const job = this.choose(at);
    if (job === undefined) return undefined;
    this.jobs += 1;
    if (job.kind === 'source') this.ledger.sources.setOut(job.id, true);
    else if (this.ledger.pages.stateOf(job.id) === FOUND) this.ledger.giveOut(job.id);
    return job;
  }

  /** The estimates as columns, one row a number; sources that are gone are worth nothing. */
  protected rateColumns(): RateColumns {
    const { count, lambda, profit, decay } = this.ledger.sources;
    const rates = {
      count,
      lambda: new Float64Array(count),
      profit: new Float64Array(count),
      decay: new Float64Array(count).fill(1),
    };
    for (let i = 0; i < count; i += 1) {
      if (!this.ledger.sources.has(i)) continue;
      rates.lambda[i] = lambda[i]!;
      rates.profit[i] = profit[i]!;
      rates.decay[i] = decay[i]!;
    }
    return rates;
  }

  plan(at: number, shortest = 0): Plan {
    if (at >= this.replanAt) {
      this.replan(at);
      this.replanAt = at + this.replanSeconds;
    }
    const rates = this.rateColumns();
    const { limits, rate } = this;
    const { host, active } = this.ledger.sources;
    const { total, ...prices } = hostPrices(rates, { host, limits, rate, shortest });
    this.prices = prices;
    return {
      ...{
        rate,
        price: prices.price,
        keptSources: total.kept,
        refusedSources: active - total.kept,
      },
      ...{ sourceRate: total.sourceRate, pageRate: total.pageRate, expectedProfit: total.profit },
      possibleProfit: possibleProfit(rates),
      rateForAll: rateForAll(rates, pricedColumns(rates, shortest)),
      waitingPages: this.waitingPages(),
      jobs: this.jobs,
      explorationJobs: this.explorationJobs,
      watchedPages: 0,
      freshness: 0,
      age: 0,
    };
  }

  private waitingPages(): number {
    const { count, state } = this.ledger.pages;
    let waiting = 0;
    for (let page = 0; page < count; page += 1) if (state[page] === FOUND) waiting += 1;
    return waiting;
  }

  /** The price of a host's requests as of the last plan. */
  private priceOf(host: number): number {
    return this.prices.hosts.get(host) ?? this.prices.price;
  }

  viewSource(source: number, at: number): SourceView | undefined {
    const { sources } = this.ledger;
    if (!sources.has(source)) return undefined;
    const [lambda, profit, decay] = [
      sources.lambda[source]!,
      sources.profit[source]!,
      sources.decay[source]!,
    ];
    const price = this.priceOf(sources.host[source]!);
    const weight = (lambda * profit) / decay;
    const wait = waitUntil(weight, decay, price);
    const interval = wait * decay <= saturation(lambda, decay) ? wait : Infinity;
    return {
      source,
      host: sources.host[source]!,
      crawls: sources.crawls[source]!,
      lastCrawl: sources.lastCrawl(source),
      lambda,
      profit,
      decay,
      clicks: sources.interest.clicksOf(source),
      exposure: sources.interest.exposureOf(source, decay),
      interval,
      index: netIndex({ lambda, profit, decay }, sources.waited(source, at)),
      price,
      due: at - sources.waited(source, at) + interval,
      isOut: sources.isOut(source),
    };
  }

  viewPage(page: number, at: number): PageView {
    const { pages } = this.ledger;
    const state = STATES[pages.stateOf(page) as keyof typeof STATES];
    const known = state !== 'unknown';
    return {
      page,
      state,
      birth: known ? pages.birth[page]! : NaN,
      birthBy: known && pages.dated[page] === 1 ? 'date' : 'middle',
      clicks: page < pages.count ? pages.clicks[page]! : 0,
      worth: known ? this.worthOf(page, at) : 0,
      price: known ? this.priceOf(pages.host[page]!) : this.prices.price,
      sources: pages.sources(page),
    };
  }

  /** What the sources that showed a page say its worth is, on average. */
  protected meanWorth(page: number, at: number): number {
    const { pages, sources } = this.ledger;
    let [sum, count] = [0, 0];
    pages.eachSource(page, (source) => {
      const age = at - pages.birth[page]!;
      sum += pageWorth(sources.profit[source]!, sources.decay[source]!, age);
      count += 1;
    });
    return count === 0 ? 0 : sum / count;
  }

  saveSource(source: number): SourceRecord | undefined {
    return this.ledger.sources.save(source);
  }

  loadSources(records: readonly SourceRecord[]): void {
    this.ledger.loadSources(records);
    for (const { source, begun } of records) this.sourceAdded(source, begun);
    this.replanAt = -Infinity;
  }

  savePage(page: number): PageRecord | undefined {
    return this.ledger.savePage(page);
  }

  loadPages(records: readonly PageRecord[]): void {
    const found = this.ledger.loadPages(records);
    const latest = records.reduce((last, { birth }) => Math.max(last, birth), -Infinity);
    if (found.length > 0) this.pagesFound(found, latest);
  }
}
