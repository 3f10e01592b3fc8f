import { siteOf } from '@mayfly/url';
import { Budget } from './budget.ts';
import type { Caller, Want } from './caller.ts';
import type { CrawlState } from './crawls.ts';
import type { Frontier } from './frontier.ts';
import { freshUntilMs } from './host-pause.ts';
import { blockOf, type HostState, rulesOf } from './host-state.ts';
import type { Manners } from './manners.ts';
import type { Queue } from './queue.ts';
import { schemeOf } from './queue.ts';
import { crawlRate, type Drawn, siteRateName } from './rates.ts';
import { type Kind, KIND, type Place, type Scheme } from './rows.ts';
import type { ServerKey } from './servers.ts';

/** A lease that was chosen and is still to be written. */
export interface Pick {
  readonly caller: Caller;
  readonly crawl: CrawlState;
  readonly host: HostState;
  /** A page that was chosen in a queue may become robots.txt, when its row tells which rules it needs. */
  readonly kind: Kind;
  /** Of robots.txt. */
  readonly scheme?: Scheme;
  /** Where a waiting URL was chosen. */
  readonly queue?: Queue;
  readonly place?: Place;
  /** What had come into that queue by then. */
  readonly queueChanges?: number;
  /** Where it was asked for by name. */
  readonly want?: Want;
  readonly drawn: readonly Drawn[];
  /** The machine that the request counts against. */
  readonly server: ServerKey | undefined;
}

/** A crawl that had nothing ready for a while gets so many leases ahead of the others, and no more. */
const MOST_CREDIT = 2;
/** The wall clock may be set: a block is looked at this often. */
const BLOCK_CHECK_MS = 60_000;
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
    queue.offered = best;
    queue.readySinceMs ??= this.#frontier.around.clock.monotonicMs();
    if (!crawl.hasReady) {
      const credit = crawl.pass === 0 ? 0 : MOST_CREDIT / crawl.row.settings.share;
      crawl.pass = Math.max(crawl.pass, this.#pass - credit);
    }
    crawl.offer(queue);
  }

  next(caller: Caller, nowMs: number): Pick | undefined {
    const waitMs = this.#frontier.rates.waitMs(this.#drawnOfAll(), nowMs);
    if (waitMs > 0) {
      if (waitMs < Infinity) this.#wakeAt(nowMs + waitMs);
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
    const waitMs = Math.max(
      frontier.rates.waitMs(this.#drawnOfAll(), nowMs),
      frontier.rates.waitMs(crawlRate(crawl), nowMs),
      frontier.rates.waitMs(frontier.siteRates.of(host.host), nowMs, host),
    );
    if (waitMs > 0) {
      if (waitMs < Infinity) this.#wakeAt(nowMs + waitMs, host);
      return undefined;
    }
    const scheme = schemeOf(want.url);
    const manners = frontier.mannersOf(crawl.name, host.row);
    if (want.kind === KIND.robots) {
      if (!this.#mayAskForRobots(want, host, nowMs)) return undefined;
      const robots = { caller: want.caller, crawl, host, kind: KIND.robots, scheme, want };
      return this.#take(robots, nowMs);
    }
    if (host.slots >= manners.leasesAtATime || host.asksRobots) return undefined;
    if (!this.#mayBeAsked(manners, host, nowMs)) return undefined;
    const asked = { caller: want.caller, crawl, host };
    if (this.#lacksRules(crawl, host, scheme)) {
      return this.#take({ ...asked, kind: KIND.robots, scheme }, nowMs);
    }
    return this.#take({ ...asked, kind: KIND.page, want }, nowMs);
  }

  /** What was chosen came to nothing; whoever waited for its machine may be asked. */
  giveBack({ crawl, host, kind, drawn, server }: Pick): void {
    this.written({ crawl, host, kind });
    for (const one of drawn) this.#frontier.rates.giveBack(one);
    const { servers, onRoom } = this.#frontier;
    onRoom(servers.end(server, -Infinity));
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
    const manners = this.#frontier.mannersOf(want.crawl, host.row);
    if (host.pending > 0 || !this.#mayBeAsked(manners, host, nowMs)) return false;
    if (host.leases.size === 0) return true;
    const leases = host.leases.all();
    const { delayMs } = manners;
    const delay = Math.max(
      delayMs,
      Math.min(host.row.crawlDelayMs ?? 0, around.settings.pause.crawlDelayCapMs),
    );
    const isOwnRedirect =
      leases.length === 1 &&
      leases[0]?.row.kind === KIND.robots &&
      leases[0].row.fetcher === want.caller.fetcher &&
      host.host === want.after?.host &&
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
      // One that was paused, or at a limit, has kept what it had ready: it does not make up for all of that time.
      crawl.pass = Math.max(crawl.pass, this.#pass - MOST_CREDIT / crawl.row.settings.share);
      if (behind !== undefined && behind.pass <= crawl.pass) continue;
      if (this.#mayLease(crawl, nowMs)) behind = crawl;
    }
    return behind;
  }

  #mayLease(crawl: CrawlState, nowMs: number): boolean {
    const { pageSlices, rates } = this.#frontier;
    const waitMs = pageSlices.waitMs(crawl, nowMs) || rates.waitMs(crawlRate(crawl), nowMs);
    if (waitMs > 0 && waitMs < Infinity) this.#wakeAt(nowMs + waitMs);
    return waitMs === 0;
  }

  #bestOf(crawl: CrawlState, caller: Caller, nowMs: number): Pick | undefined {
    for (;;) {
      const floor = crawl.floor.next(() => crawl.oldest());
      const queue = floor ?? crawl.best();
      if (queue?.offered === undefined) return undefined;
      const { host, offered: place } = queue;
      queue.withdraw();
      if (queue.head[0] !== place) {
        this.offer(queue);
        continue;
      }
      if (!this.#mayAsk(crawl, host, nowMs)) continue;
      // Without any rules it will be robots.txt, and all others would come to nothing.
      if (host.pending > 0 && this.#isBare(crawl, host)) continue;
      crawl.floor.chose(queue, floor !== undefined);
      this.#pass = Math.max(this.#pass, crawl.pass);
      crawl.pass += 1 / crawl.row.settings.share;
      queue.head.shift();
      queue.readySinceMs = undefined;
      const from = { queue, place, queueChanges: queue.changes };
      return this.#take({ caller, crawl, host, kind: KIND.page, ...from }, nowMs);
    }
  }

  #isBare(crawl: CrawlState, host: HostState): boolean {
    return this.#lacksRules(crawl, host, 'https') && this.#lacksRules(crawl, host, 'http');
  }

  #lacksRules(crawl: CrawlState, host: HostState, scheme: Scheme): boolean {
    if (!this.#frontier.mannersOf(crawl.name, host.row).obeyRobots) return false;
    return rulesOf(host.row, scheme, this.#frontier.around.clock.nowMs()) === undefined;
  }

  /** Where it may not, whatever frees the host offers its queues again. */
  #mayAsk(crawl: CrawlState, host: HostState, nowMs: number): boolean {
    const manners = this.#frontier.mannersOf(crawl.name, host.row);
    if (host.slots >= manners.leasesAtATime || host.asksRobots) return false;
    if (!this.#mayBeAsked(manners, host, nowMs)) return false;
    const { rates, siteRates } = this.#frontier;
    const waitMs = Math.max(
      rates.waitMs(this.#siteBudget(crawl, host), nowMs, host),
      rates.waitMs(siteRates.of(host.host), nowMs, host),
    );
    if (waitMs > 0 && waitMs < Infinity) this.#wakeAt(nowMs + waitMs, host);
    return waitMs === 0;
  }

  /** Whether neither the host, nor people, nor the machine it shares with others keep it from being asked now. */
  #mayBeAsked(manners: Manners, host: HostState, nowMs: number): boolean {
    const { servers, around } = this.#frontier;
    if (host.restUntilMs > nowMs) return false;
    // When the host was met its own delay was waited for by the crawls that had something there.
    const freshMs = freshUntilMs(host, manners, around.settings.pause);
    if (freshMs > nowMs) {
      this.#wakeAt(freshMs, host);
      return false;
    }
    const wallMs = host.row.block === undefined ? 0 : around.clock.nowMs();
    const block = blockOf(host.row, wallMs);
    if (block !== undefined) {
      const leftMs = (block.untilMs ?? Infinity) - wallMs;
      this.#wakeAt(nowMs + Math.min(leftMs, BLOCK_CHECK_MS), host);
      return false;
    }
    const waitMs = servers.waitMs(host, nowMs);
    if (waitMs > 0 && waitMs < Infinity) this.#wakeAt(nowMs + waitMs, host);
    return waitMs === 0;
  }

  #take(pick: Omit<Pick, 'drawn' | 'server'>, nowMs: number): Pick {
    const { crawl, host, kind } = pick;
    const drawn: Drawn[] = [this.#drawnOfAll()];
    const ofCrawl = crawlRate(crawl);
    if (ofCrawl !== undefined) drawn.push(ofCrawl);
    const site = this.#siteBudget(crawl, host);
    if (site !== undefined) drawn.push(site);
    const ofAllCrawls = this.#frontier.siteRates.of(host.host);
    if (ofAllCrawls !== undefined) drawn.push(ofAllCrawls);
    for (const one of drawn) this.#frontier.rates.take(one, nowMs);
    host.pending += 1;
    if (kind === KIND.robots) host.pendingRobots += 1;
    else {
      crawl.pendingPages += 1;
      this.#frontier.pageSlices.take(crawl);
    }
    const server = this.#frontier.servers.keyOf(host.row);
    this.#frontier.servers.begin(server);
    return { ...pick, drawn, server };
  }

  #siteBudget(crawl: CrawlState, { host }: HostState): Drawn | undefined {
    const rate = crawl.row.settings.siteRequestsPerSecond;
    if (rate === undefined) return undefined;
    const site = siteOf(host);
    const name = siteRateName(crawl.name, site);
    const found = crawl.siteBudgets.get(site);
    if (found !== undefined) return { name, crawl: crawl.name, budget: found };
    const nowMs = this.#frontier.around.clock.monotonicMs();
    const budget = new Budget(rate, nowMs, this.#frontier.budgetLeftMs(name));
    if (crawl.siteBudgets.size >= MOST_SITES) forgetFull(crawl.siteBudgets, nowMs);
    crawl.siteBudgets.set(site, budget);
    return { name, crawl: crawl.name, budget };
  }

  #drawnOfAll(): Drawn {
    return this.#frontier.rates.ofAll;
  }
}

function forgetFull(budgets: Map<string, Budget>, nowMs: number): void {
  for (const [site, budget] of budgets) if (budget.fullInMs(nowMs) === 0) budgets.delete(site);
}
