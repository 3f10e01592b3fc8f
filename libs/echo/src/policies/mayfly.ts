import { FOUND } from '../ledger/page-book.ts';
import type {
  HostLimit,
  Job,
  PageCrawl,
  Plan,
  PolicyOptions,
  VisitLog,
  WatchedPage,
} from '../policy.ts';
import { FadingQueue } from '../queue/fading-queue.ts';
import { RisingQueue } from '../queue/rising-queue.ts';
import { Rotation } from '../queue/rotation.ts';
import { SharedBeliefs } from './beliefs.ts';
import { HostGate } from './host-gate.ts';
import { LedgerPolicy } from './ledger-policy.ts';
import { PageWorth } from './page-worth.ts';
import { VisitWorth } from './visit-worth.ts';
import { WatchedPages } from './watched-pages.ts';

/** The share of requests spent to learn, unless said. */
const USUAL_EXPLORATION = 0.005;
/** Pages that are worth less than this share of the last job's worth do not wait in the queue until the next plan. */
const HOPELESS = 0.01;
/** Whether a page is better watched first matters from this share of the last job's worth on. */
const NEAR_THE_PRICE = 0.5;
/** Up to so many sources are learned anew with each plan; of more, at most so many with one decision. */
const LEARNED_AT_ONCE = 20_000;
const MOST_LEARNED = 64;

/**
 * One price for everything: the job that is worth most now is done now. A page is worth the visits it still has before
 * it, a source its index net of what its pages will cost; no plan, no intervals, no quota. A small share of the
 * requests goes to whoever was left alone longest, so that nothing is misjudged for good.
 */
export class Mayfly extends LedgerPolicy {
  readonly name = 'mayfly';
  private readonly beliefs = new SharedBeliefs();
  private readonly explorationShare: number;
  private readonly rotation = new Rotation();
  private readonly visitWorth: VisitWorth;
  private waiting: number[] = [];
  private readonly isWaiting = (page: number) => this.ledger.pages.stateOf(page) === FOUND;
  private readonly young = new FadingQueue(this.isWaiting);
  private readonly gate = new HostGate(this.limits, this.isWaiting);
  private readonly watched = new WatchedPages();
  private readonly visits: RisingQueue;
  private readonly pageWorth: PageWorth;
  private owed = 0;
  /** The source that was learned anew last, and when that was. */
  private learner = 0;
  private learnedAt: number;
  private lastWorth = 0;

  constructor(options: PolicyOptions) {
    super(options, { seesOverflow: true, fades: true, takesLoose: true });
    this.explorationShare = options.explorationShare ?? USUAL_EXPLORATION;
    this.learnedAt = options.start;
    this.visitWorth = new VisitWorth(this.ledger.sources);
    this.pageWorth = new PageWorth(this.ledger, this.beliefs);
    this.visits = new RisingQueue(this.visitWorth, () => this.queued());
  }

  private *queued(): Iterable<number> {
    const { sources } = this.ledger;
    for (let source = 0; source < sources.count; source += 1) {
      if (sources.has(source) && !sources.isOut(source)) yield source;
    }
  }

  protected choose(at: number): Job | undefined {
    if (this.ledger.sources.count > LEARNED_AT_ONCE) this.learnSome(at);
    for (let page = this.gate.release(at); page >= 0; page = this.gate.release(at)) {
      this.pushPage(page, at);
    }
    const job = this.explore(at) ?? this.chooseBest(at);
    // The share is one of requests: whoever asks often and gets nothing does not learn more for that.
    if (job !== undefined) this.owed += this.explorationShare;
    return job;
  }

  /** Now and then whoever was left alone longest. */
  private explore(at: number): Job | undefined {
    if (this.owed + this.explorationShare < 1) return undefined;
    const source = this.rotation.first();
    if (source < 0 || this.shutUntil(source) > at) return undefined;
    this.owed -= 1;
    this.explorationJobs += 1;
    return this.giveSource(source, at);
  }

  private chooseBest(at: number): Job | undefined {
    for (;;) {
      const hasPage = this.young.findBest(at);
      const hasSource = this.visits.findBest(at);
      const lasting = this.watched.findBest(at);
      const page = hasPage ? this.young.bestWorth : 0;
      const source = hasSource ? this.visits.bestWorth : 0;
      if (lasting.page >= 0 && lasting.worth > Math.max(page, source)) {
        if (this.takeLasting(lasting.page, at)) return { kind: 'page', id: lasting.page };
      } else if (hasPage && page >= source) {
        if (this.takePage(this.young.best, at)) return { kind: 'page', id: this.young.best };
      } else if (hasSource) {
        const job = this.takeSource(this.visits.best, at);
        if (job !== undefined) return job;
      } else return this.takeIdle(at);
    }
  }

  private takePage(page: number, at: number): boolean {
    const host = this.ledger.pages.host[page]!;
    const worth = this.young.bestWorth;
    this.young.takeBest();
    if (this.gate.opensAt(host) > at) {
      this.gate.park(host, page, { worth, decay: this.pageWorth.profitOf(page).decay, at });
      return false;
    }
    this.gate.asked(host, at);
    this.lastWorth = worth;
    return true;
  }

  private takeLasting(page: number, at: number): boolean {
    const host = this.watched.hostOf(page);
    const opens = this.gate.opensAt(host);
    if (opens > at) {
      this.watched.sleepUntil(page, opens);
      return false;
    }
    this.gate.asked(host, at);
    this.watched.take(page);
    return true;
  }

  private takeSource(source: number, at: number): Job | undefined {
    const opens = this.shutUntil(source);
    if (opens > at) {
      this.visits.sleepUntil(source, opens);
      return undefined;
    }
    this.lastWorth = this.visits.bestWorth;
    return this.giveSource(source, at);
  }

  /** Nothing is worth anything: as nothing is known, whoever was left alone longest. */
  private takeIdle(at: number): Job | undefined {
    const source = this.rotation.first();
    return source >= 0 && this.shutUntil(source) <= at ? this.giveSource(source, at) : undefined;
  }

  private shutUntil(source: number): number {
    return this.gate.opensAt(this.ledger.sources.host[source]!);
  }

  private giveSource(source: number, at: number): Job {
    this.gate.asked(this.ledger.sources.host[source]!, at);
    this.visits.delete(source);
    this.rotation.delete(source);
    return { kind: 'source', id: source };
  }

  protected replan(at: number): void {
    const { sources } = this.ledger;
    this.beliefs.renew(this.ledger);
    this.reserve(sources.count);
    if (sources.count <= LEARNED_AT_ONCE) {
      for (let source = 0; source < sources.count; source += 1) this.learn(source);
      this.visits.askAll(at);
    }
    this.sortPages(at);
  }

  private learn(source: number): void {
    if (!this.ledger.sources.has(source)) return;
    this.beliefs.believeOne(this.ledger, source);
    this.visitWorth.saturate(source);
  }

  /** Of many sources a few at a time, so that no decision waits for all; each once from one plan to the next. */
  private learnSome(at: number): void {
    const { sources } = this.ledger;
    const due = Math.min(
      MOST_LEARNED,
      (sources.count * (at - this.learnedAt)) / this.replanSeconds,
    );
    if (!(due >= 1)) return;
    this.learnedAt = at;
    for (let left = Math.floor(due); left > 0; left -= 1) {
      this.learner = (this.learner + 1) % sources.count;
      this.learn(this.learner);
      if (sources.has(this.learner) && !sources.isOut(this.learner))
        this.visits.put(this.learner, at);
    }
  }

  protected override reserve(count: number): void {
    this.rotation.reserve(count);
    this.visits.reserve(count);
    this.visitWorth.reserve(count);
  }

  /** Worths have been learned anew, so all pages that still wait are put in order again. */
  private sortPages(at: number): void {
    const { pages } = this.ledger;
    this.young.clear();
    this.gate.clear();
    let kept = 0;
    for (const page of this.waiting) {
      if (pages.stateOf(page) !== FOUND) continue;
      this.waiting[kept] = page;
      kept += 1;
      this.pushPage(page, at);
    }
    this.waiting.length = kept;
  }

  private pushPage(page: number, at: number): void {
    const { worth, decay } = this.pageWorth.bid(page, at, this.lastWorth * NEAR_THE_PRICE);
    if (worth > this.lastWorth * HOPELESS) this.young.push(page, { worth, decay, at });
  }

  override visited(log: VisitLog): void {
    super.visited(log);
    if (this.watched.size > 0) this.watched.visited(log.visits, log.to);
    this.pageWorth.visited(log);
    if (this.ledger.feedback === 'all') this.lookAgain(log);
  }

  /** Readers came: a page that was only watched may be worth its fetch now. */
  private lookAgain({ visits, to }: VisitLog): void {
    const read = new Set<number>();
    for (const [page] of visits) if (this.isWaiting(page)) read.add(page);
    for (const page of read) this.pushPage(page, to);
  }

  protected sourceAdded(source: number, at: number): void {
    this.reserve(source + 1);
    this.beliefs.believeOne(this.ledger, source);
    this.visitWorth.saturate(source);
    this.rotation.touch(source);
    this.visits.put(source, at);
  }

  protected sourceRemoved(source: number): void {
    this.rotation.delete(source);
    this.visits.delete(source);
  }

  protected sourceCrawled(source: number, _found: readonly number[], at: number): void {
    this.rotation.touch(source);
    this.beliefs.believeLinks(this.ledger, source);
    this.visitWorth.saturate(source);
    this.visits.put(source, at);
  }

  protected pagesFound(found: readonly number[], at: number): void {
    for (const page of found) {
      this.waiting.push(page);
      this.pageWorth.found(page);
      this.pushPage(page, at);
    }
  }

  override limitHosts(limits: readonly HostLimit[]): void {
    super.limitHosts(limits);
    for (const { host } of limits) this.gate.limited(host);
    this.visits.holdAnew((source) => this.shutUntil(source));
  }

  override watchPages(pages: readonly WatchedPage[], at: number): void {
    for (const page of pages) this.watched.add(page, at);
  }

  override forgetPages(pages: readonly number[]): void {
    super.forgetPages(pages);
    for (const page of pages) this.watched.delete(page);
  }

  protected override pageCrawled({ page, at, changed }: PageCrawl): void {
    this.watched.crawled(page, at, changed);
  }

  override gaveUp(job: Job, at: number, tryAgain = false): void {
    super.gaveUp(job, at, tryAgain);
    if (job.kind === 'page') this.watched.giveBack(job.id, at);
  }

  override plan(at: number, shortest?: number): Plan {
    return {
      ...super.plan(at, shortest),
      watchedPages: this.watched.size,
      ...this.watched.freshness(at),
    };
  }

  worthOf(page: number, at: number): number {
    return this.watched.has(page)
      ? this.watched.worth(page, at)
      : this.pageWorth.value(page, at).worth;
  }
}
