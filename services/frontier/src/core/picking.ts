import { siteOf } from '@mayfly/url';
import { Budget } from './budget.ts';
import type { Caller, Want } from './caller.ts';
import type { CrawlState } from './crawls.ts';
import type { Frontier } from './frontier.ts';
import { type HostState, rulesOf } from './host-state.ts';
import type { Entry, Queue } from './queue.ts';
import { schemeOf } from './queue.ts';
import { type Kind, KIND, type Scheme } from './rows.ts';

/** A budget that a lease draws from, under the name that it is kept by. */
export interface Drawn {
  readonly name: string;
  readonly budget: Budget;
}

/** A lease that was chosen and is still to be written. */
export interface Pick {
  readonly caller: Caller;
  readonly crawl: CrawlState;
  readonly host: HostState;
  readonly kind: Kind;
  readonly scheme: Scheme;
  /** Where a waiting URL was chosen. */
  readonly queue?: Queue;
  readonly entry?: Entry;
  /** Where it was asked for by name. */
  readonly want?: Want;
  readonly drawn: readonly Drawn[];
}

/** A crawl that had nothing ready for a while gets so many leases ahead of the others, and no more. */
const MOST_CREDIT = 2;
/** Before so many sites nobody looks for budgets that are full again. */
const MOST_SITES = 10_000;

/** Chooses: the crawl furthest behind its share, in it the best URL whose host may be asked. */
export class Picking {
  readonly #frontier: Frontier;
  /** Wakes us, for a host or for nobody in particular. */
  readonly #wakeAt: (atMs: number, host?: HostState) => void;
  /** Where the crawls are that get leases. */
  #pass = 0;

  constructor(frontier: Frontier, wakeAt: (atMs: number, host?: HostState) => void) {
    this.#frontier = frontier;
    this.#wakeAt = wakeAt;
  }

  /** A queue has something for a host that may be asked. */
  offer(queue: Queue): void {
    const best = queue.head[0];
    const crawl = this.#frontier.crawls.get(queue.crawl);
    if (best === undefined || crawl === undefined || queue.offered === best) return;
    queue.stamp += 1;
    queue.offered = best;
    if (!crawl.hasReady) {
      const credit = crawl.pass === 0 ? 0 : MOST_CREDIT / crawl.row.settings.share;
      crawl.pass = Math.max(crawl.pass, this.#pass - credit);
    }
    crawl.offer({ queue, stamp: queue.stamp, entry: best });
  }

  next(caller: Caller, nowMs: number): Pick | undefined {
    const waitMs = this.#frontier.budget.waitMs(nowMs);
    if (waitMs > 0) {
      this.#wakeAt(nowMs + waitMs);
      return undefined;
    }
    for (;;) {
      const crawl = this.#furthestBehind(nowMs);
      if (crawl === undefined) return undefined;
      const pick = this.#bestOf(crawl, caller, nowMs);
      if (pick !== undefined) return pick;
    }
  }

  /** A lease of a URL that was asked for by name, when its host may be asked. */
  named(want: Want, host: HostState, nowMs: number): Pick | undefined {
    const frontier = this.#frontier;
    if (want.retryMs > nowMs) {
      this.#wakeAt(want.retryMs, host);
      return undefined;
    }
    const crawl = frontier.crawls.get(want.crawl) ?? frontier.crawls.byHand();
    if (frontier.budget.waitMs(nowMs) > 0 || (crawl.budget?.waitMs(nowMs) ?? 0) > 0) {
      const waitMs = Math.max(frontier.budget.waitMs(nowMs), crawl.budget?.waitMs(nowMs) ?? 0);
      this.#wakeAt(nowMs + waitMs, host);
      return undefined;
    }
    const scheme = schemeOf(want.url);
    const manners = frontier.mannersOf(crawl.name, host.row);
    if (want.kind === KIND.robots) {
      if (!this.#mayAskForRobots(want, host, nowMs)) return undefined;
      return this.#take({ caller: want.caller, crawl, host, kind: KIND.robots, scheme, want });
    }
    if (host.restUntilMs > nowMs || host.slots >= manners.leasesAtATime || host.asksRobots) {
      return undefined;
    }
    const wallMs = frontier.around.clock.nowMs();
    if (manners.obeyRobots && rulesOf(host.row, scheme, wallMs) === undefined) {
      return this.#take({ caller: want.caller, crawl, host, kind: KIND.robots, scheme });
    }
    return this.#take({ caller: want.caller, crawl, host, kind: KIND.page, scheme, want });
  }

  /** What was chosen came to nothing. */
  giveBack({ crawl, host, kind, drawn }: Pick): void {
    this.written({ crawl, host, kind });
    for (const { budget } of drawn) budget.giveBack();
  }

  /** What was chosen counts as a lease from here on. */
  written({ crawl, host, kind }: { crawl: CrawlState; host: HostState; kind: Kind }): void {
    host.pending -= 1;
    if (kind === KIND.robots) host.pendingRobots -= 1;
    else crawl.pendingPages -= 1;
  }

  /**
   * robots.txt that redirects to another address of its own host: the lease that led here is still out, and its request
   * ended before this one was asked for. So it is asked once the host has rested since then. Any other lease that is out
   * may be for a request that is being made, also one of the same fetcher.
   */
  #mayAskForRobots(want: Want, host: HostState, nowMs: number): boolean {
    const { around } = this.#frontier;
    if (host.restUntilMs > nowMs || host.pending > 0) return false;
    if (host.leases.size === 0) return true;
    const leases = [...host.leases.values()];
    const { delayMs } = this.#frontier.mannersOf(want.crawl, host.row);
    const delay = Math.max(
      delayMs,
      Math.min(host.row.crawlDelayMs ?? 0, around.settings.pause.crawlDelayCapMs),
    );
    const isOwnRedirect =
      leases.length === 1 &&
      leases[0]?.row.kind === KIND.robots &&
      leases[0].row.fetcher === want.caller.fetcher &&
      leases[0].row.host === want.after?.host &&
      leases[0].row.attempt === want.after.attempt;
    if (!isOwnRedirect) return false;
    if (want.sinceMs + delay <= nowMs) return true;
    this.#wakeAt(want.sinceMs + delay, host);
    return false;
  }

  #furthestBehind(nowMs: number): CrawlState | undefined {
    let behind: CrawlState | undefined;
    for (const crawl of this.#frontier.crawls.live()) {
      if (!crawl.hasReady || crawl.row.paused) continue;
      if (behind !== undefined && behind.pass <= crawl.pass) continue;
      if (this.#mayLease(crawl, nowMs)) behind = crawl;
    }
    return behind;
  }

  #mayLease(crawl: CrawlState, nowMs: number): boolean {
    const { maxPages } = crawl.row.settings;
    if (maxPages !== undefined) {
      const { pages, leased } = this.#frontier.books.sum(crawl.name);
      if (pages + leased + crawl.pendingPages >= maxPages) return false;
    }
    const waitMs = crawl.budget?.waitMs(nowMs) ?? 0;
    if (waitMs > 0) this.#wakeAt(nowMs + waitMs);
    return waitMs === 0;
  }

  #bestOf(crawl: CrawlState, caller: Caller, nowMs: number): Pick | undefined {
    for (let best = crawl.best(); best !== undefined; best = crawl.best()) {
      const { queue, entry } = best;
      const { host } = queue;
      queue.withdraw();
      if (queue.head[0] !== entry) {
        this.offer(queue);
        continue;
      }
      if (!this.#mayAsk(crawl, host, nowMs)) continue;
      const { scheme } = entry;
      const wallMs = this.#frontier.around.clock.nowMs();
      const isBare =
        !entry.abandoned &&
        this.#frontier.mannersOf(crawl.name, host.row).obeyRobots &&
        rulesOf(host.row, scheme, wallMs) === undefined;
      this.#pass = Math.max(this.#pass, crawl.pass);
      crawl.pass += 1 / crawl.row.settings.share;
      if (isBare) return this.#take({ caller, crawl, host, kind: KIND.robots, scheme });
      queue.head.shift();
      return this.#take({ caller, crawl, host, kind: KIND.page, scheme, queue, entry });
    }
    return undefined;
  }

  /** Where it may not, whatever frees the host offers its queues again. */
  #mayAsk(crawl: CrawlState, host: HostState, nowMs: number): boolean {
    const { leasesAtATime } = this.#frontier.mannersOf(crawl.name, host.row);
    if (host.restUntilMs > nowMs || host.slots >= leasesAtATime || host.asksRobots) return false;
    const waitMs = this.#siteBudget(crawl, host)?.budget.waitMs(nowMs) ?? 0;
    if (waitMs > 0) this.#wakeAt(nowMs + waitMs, host);
    return waitMs === 0;
  }

  #take(pick: Omit<Pick, 'drawn'>): Pick {
    const { crawl, host, kind } = pick;
    const nowMs = this.#frontier.around.clock.monotonicMs();
    const drawn: Drawn[] = [{ name: 'all', budget: this.#frontier.budget }];
    if (crawl.budget !== undefined) {
      drawn.push({ name: `crawl:${crawl.name}`, budget: crawl.budget });
    }
    const site = this.#siteBudget(crawl, host);
    if (site !== undefined) drawn.push(site);
    for (const { budget } of drawn) budget.draw(nowMs);
    host.pending += 1;
    if (kind === KIND.robots) host.pendingRobots += 1;
    else crawl.pendingPages += 1;
    return { ...pick, drawn };
  }

  #siteBudget(crawl: CrawlState, { host }: HostState): Drawn | undefined {
    const rate = crawl.row.settings.siteRequestsPerSecond;
    if (rate === undefined) return undefined;
    const site = siteOf(host);
    const name = `site:${crawl.name}:${site}`;
    const found = crawl.siteBudgets.get(site);
    if (found !== undefined) return { name, budget: found };
    const nowMs = this.#frontier.around.clock.monotonicMs();
    const budget = new Budget(rate, nowMs, this.#frontier.budgetLeftMs(name));
    if (crawl.siteBudgets.size >= MOST_SITES) forgetFull(crawl.siteBudgets, nowMs);
    crawl.siteBudgets.set(site, budget);
    return { name, budget };
  }
}

function forgetFull(budgets: Map<string, Budget>, nowMs: number): void {
  for (const [site, budget] of budgets) if (budget.fullInMs(nowMs) === 0) budgets.delete(site);
}
