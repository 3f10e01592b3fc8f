import { siteOf, type Url } from '@mayfly/url';
import type { CrawlState } from './crawls.ts';
import type { Frontier } from './frontier.ts';
import { freshUntilMs } from './host-pause.ts';
import { blockOf, type HostState, rulesOf } from './host-state.ts';
import { schemeOf } from './queue.ts';
import { readUrls } from './reading.ts';
import { type HostRow, type Place, REST, type Rest, STATE, type UrlRow } from './rows.ts';
import { ruleAgainst } from './submitting.ts';

/** What a URL may wait for; the numbers are those of the contract. */
export const WAIT = {
  unknownUrl: 1,
  unknownCrawl: 2,
  refused: 3,
  parked: 4,
  atRest: 5,
  notBefore: 6,
  hostRests: 7,
  hostBlocked: 8,
  hostBusy: 9,
  robots: 10,
  behind: 11,
  budget: 12,
  pageLimit: 13,
  paused: 14,
  serverBusy: 15,
  notOwner: 16,
} as const;

/** One thing that a URL waits for. */
export interface Wait {
  readonly kind: (typeof WAIT)[keyof typeof WAIT];
  /** By the wall clock. */
  readonly untilMs?: number | undefined;
  readonly reason?: Rest | undefined;
  readonly rule?: string;
  readonly whose?: string;
  readonly ahead?: number;
  readonly aheadIsLeast?: boolean;
}

export interface Explanation {
  readonly url: Url;
  readonly row: UrlRow | undefined;
  readonly waits: readonly Wait[];
}

/** It counts no further how many go first. */
const MOST_AHEAD = 1_000;

/** Says why URLs are not being fetched. */
export class Explaining {
  readonly #frontier: Frontier;

  constructor(frontier: Frontier) {
    this.#frontier = frontier;
  }

  async explain(crawl: string, urls: readonly Url[]): Promise<Explanation[]> {
    const { tables } = this.#frontier.around;
    const state = this.#frontier.crawls.get(crawl);
    if (state === undefined) {
      return urls.map((url) => ({ url, row: undefined, waits: [{ kind: WAIT.unknownCrawl }] }));
    }
    const names = urls.map((url) => this.#frontier.nameOf(crawl, url));
    const rows = await readUrls(tables, names);
    return Promise.all(
      urls.map(async (url, at) => ({
        url,
        row: rows[at],
        waits: await this.#waitsOf(state, url, rows[at]),
      })),
    );
  }

  async #waitsOf(crawl: CrawlState, url: Url, row: UrlRow | undefined): Promise<Wait[]> {
    if (row === undefined) return [this.#whyUnknown(crawl, url)];
    if (row.state === STATE.leased) return [];
    if (row.state === STATE.parked) return [{ kind: WAIT.parked }, ...(await this.#block(row))];
    if (row.state === STATE.atRest) return [{ kind: WAIT.atRest }, ...(await this.#block(row))];
    if (!this.#frontier.owns(row.bucket)) return [{ kind: WAIT.notOwner }];
    const host = this.#frontier.hostOf(row.host);
    const waits = [
      ...this.#ofCrawl(crawl),
      ...(row.laterMs === undefined ? [] : [{ kind: WAIT.notBefore, untilMs: row.laterMs }]),
      ...(host === undefined ? [] : this.#ofHost(crawl, host, row)),
      ...(await this.#behind(row)),
      ...this.#ofBudgets(crawl, row),
    ];
    return waits.sort((one, other) => (other.untilMs ?? Infinity) - (one.untilMs ?? Infinity));
  }

  #whyUnknown(crawl: CrawlState, url: Url): Wait {
    const nowMs = this.#frontier.around.clock.nowMs();
    const rule = ruleAgainst(crawl, url, { depth: 0, hops: 0, seed: false, nowMs });
    return rule === undefined ? { kind: WAIT.unknownUrl } : { kind: WAIT.refused, rule };
  }

  #ofCrawl(crawl: CrawlState): Wait[] {
    const isMet = this.#frontier.pageSlices.isMet(crawl);
    return [
      ...(crawl.row.paused ? [{ kind: WAIT.paused, whose: crawl.name }] : []),
      ...(isMet ? [{ kind: WAIT.pageLimit, whose: crawl.name }] : []),
    ];
  }

  /** Nobody asks for the URL now, and whoever means to should know that its host is blocked. */
  async #block({ bucket, host }: UrlRow): Promise<Wait[]> {
    const { tables } = this.#frontier.around;
    const row = this.#frontier.hostOf(host)?.row ?? (await tables.hosts([{ bucket, host }]))[0];
    return row === undefined ? [] : this.#blocked(row);
  }

  #blocked(row: HostRow): Wait[] {
    const block = blockOf(row, this.#frontier.around.clock.nowMs());
    if (block === undefined) return [];
    return [{ kind: WAIT.hostBlocked, untilMs: block.untilMs, rule: block.reason }];
  }

  #ofHost(crawl: CrawlState, host: HostState, row: UrlRow): Wait[] {
    const { clock, settings } = this.#frontier.around;
    const [nowMs, wallMs] = [clock.monotonicMs(), clock.nowMs()];
    const manners = this.#frontier.mannersOf(crawl.name, host.row);
    const waits: Wait[] = this.#blocked(host.row);
    const freshMs = freshUntilMs(host, manners, settings.pause);
    const leftMs = Math.max(host.restUntilMs, freshMs) - nowMs;
    if (leftMs > 0) {
      const reason = freshMs > host.restUntilMs ? REST.restart : host.restReason;
      waits.push({ kind: WAIT.hostRests, untilMs: wallMs + leftMs, reason });
    }
    if (host.slots >= manners.leasesAtATime) {
      const [out] = host.leases.all();
      waits.push({ kind: WAIT.hostBusy, whose: out?.row.fetcher ?? '' });
    }
    const serverMs = this.#frontier.servers.waitMs(host, nowMs);
    if (serverMs > 0) {
      const untilMs = serverMs === Infinity ? undefined : wallMs + serverMs;
      const whose = this.#frontier.servers.keyOf(host.row)?.name ?? '';
      waits.push({ kind: WAIT.serverBusy, untilMs, whose });
    }
    const scheme = schemeOf(row.url);
    if (manners.obeyRobots && rulesOf(host.row, scheme, wallMs) === undefined) {
      waits.push({ kind: WAIT.robots });
    }
    return waits;
  }

  /** URLs of the same queue that go first. */
  async #behind({ bucket, crawl, host, rank, ageMs = 0 }: UrlRow): Promise<Wait[]> {
    if (rank === undefined) return [];
    const { tables } = this.#frontier.around;
    const { places } = await tables.best({ bucket, crawl, host }, MOST_AHEAD + 1);
    const isAhead = (other: Place) =>
      other.rank < rank || (other.rank === rank && other.ageMs < ageMs);
    const ahead = places.filter(isAhead).length;
    if (ahead === 0) return [];
    const aheadIsLeast = ahead > MOST_AHEAD;
    return [{ kind: WAIT.behind, ahead: Math.min(ahead, MOST_AHEAD), aheadIsLeast }];
  }

  #ofBudgets(crawl: CrawlState, { host }: UrlRow): Wait[] {
    const { clock } = this.#frontier.around;
    const nowMs = clock.monotonicMs();
    const site = siteOf(host);
    const budgets = [
      { whose: 'all', budget: this.#frontier.budget },
      { whose: crawl.name, budget: crawl.budget },
      { whose: site, budget: crawl.siteBudgets.get(site) },
      { whose: `all ${site}`, budget: this.#frontier.siteRates.of(host)?.budget },
    ];
    return budgets.flatMap(({ whose, budget }) => {
      const waitMs = budget === undefined ? 0 : this.#frontier.rates.emptyForMs(budget, nowMs);
      return waitMs > 0 ? [{ kind: WAIT.budget, whose, untilMs: clock.nowMs() + waitMs }] : [];
    });
  }
}
