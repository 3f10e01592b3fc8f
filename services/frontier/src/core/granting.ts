import type { Url } from '@mayfly/url';
import type { Granted } from './caller.ts';
import type { Frontier } from './frontier.ts';
import { rulesOf } from './host-state.ts';
import type { Op } from './lane.ts';
import type { Pick } from './picking.ts';
import { type HostRow, KIND, type LeaseRow, STATE, type UrlKey, type UrlRow } from './rows.ts';
import type { Turn } from './turn.ts';
import { isAbandoned, leased } from './url-state.ts';

/** Writes a lease that was chosen: nobody hears of it before it is durable. */
export class Grant implements Op {
  readonly size = 4;
  readonly pick: Pick;
  readonly urls: readonly UrlKey[];
  readonly hosts;
  granted: Granted | undefined;
  readonly #frontier: Frontier;
  readonly #ended: (grant: Grant, error?: unknown) => void;

  constructor(frontier: Frontier, pick: Pick, ended: (grant: Grant, error?: unknown) => void) {
    const { host, crawl, entry, want, kind } = pick;
    this.#frontier = frontier;
    this.#ended = ended;
    this.pick = pick;
    this.hosts = [host.host];
    const ofEntry = entry && {
      bucket: host.bucket,
      crawl: crawl.name,
      host: host.host,
      id: entry.id,
    };
    const key = kind === KIND.page ? (want?.key ?? ofEntry) : undefined;
    this.urls = key === undefined ? [] : [key];
  }

  apply(turn: Turn): void {
    this.granted = undefined;
    const { pick } = this;
    if (this.#frontier.crawls.get(pick.crawl.name) !== pick.crawl) return;
    const row = this.#url(turn);
    if (pick.kind === KIND.page && row === undefined) return;
    const host = turn.host(pick.host.host);
    if (this.#isBare(host, row, turn.nowMs)) return;
    const attempt = host.attempt + 1;
    turn.putHost({ ...host, attempt });
    const url = row && leased(row, attempt);
    if (url !== undefined) turn.putUrl(url);
    const lease = this.#lease(turn, attempt, url);
    turn.putLease(lease);
    turn.count(lease.crawl, 'given');
    turn.count(lease.crawl, 'out');
    const monotonicMs = this.#frontier.around.clock.monotonicMs();
    for (const { name, budget } of pick.drawn) {
      const fullMs = turn.nowMs + budget.fullInMs(monotonicMs);
      turn.putBudget({ name, crawl: pick.crawl.name, fullMs });
    }
    this.granted = { lease, url, ...this.#manner(host, row, turn.nowMs) };
  }

  done(): void {
    this.#ended(this);
  }

  failed(error: unknown): void {
    this.granted = undefined;
    this.#ended(this, error);
  }

  /** The URL, if it is still as it was when it was chosen. */
  #url(turn: Turn): UrlRow | undefined {
    const [key] = this.urls;
    const row = key && turn.url(key);
    const { entry } = this.pick;
    if (row === undefined) return undefined;
    if (entry === undefined) return row.state === STATE.leased ? undefined : row;
    const isSame =
      row.state === STATE.waiting && row.rank === entry.rank && row.ageMs === entry.ageMs;
    return isSame ? row : undefined;
  }

  #lease(turn: Turn, attempt: number, url: UrlRow | undefined): LeaseRow {
    const { host, crawl, kind, caller, scheme, want } = this.pick;
    const { nowMs } = turn;
    const robots = want?.url ?? (`${scheme}://${host.host}/robots.txt` as Url);
    return {
      bucket: turn.bucket,
      host: host.host,
      attempt,
      crawl: crawl.name,
      url: url?.url ?? robots,
      id: url?.id,
      kind,
      fetcher: caller.fetcher,
      named: want === undefined ? undefined : true,
      leasedMs: nowMs,
      expiresMs: nowMs + this.#frontier.around.settings.leaseMs,
      outMs: nowMs,
    };
  }

  /** Whether the rules that were there when the page was chosen have ended or were forgotten since. */
  #isBare(host: HostRow, row: UrlRow | undefined, nowMs: number): boolean {
    const { abandon, obeyRobots, robotsAttempt } = this.#manner(host, row, nowMs);
    return this.pick.kind === KIND.page && obeyRobots && !abandon && robotsAttempt === undefined;
  }

  #manner(host: HostRow, url: UrlRow | undefined, nowMs: number) {
    const { crawl, kind, scheme } = this.pick;
    const { obeyRobots } = this.#frontier.mannersOf(crawl.name, host);
    const rules = kind === KIND.page && obeyRobots ? rulesOf(host, scheme, nowMs) : undefined;
    return {
      abandon: url !== undefined && isAbandoned(url),
      obeyRobots,
      robotsAttempt: rules?.attempt,
      private: crawl.row.settings.private,
    };
  }
}
