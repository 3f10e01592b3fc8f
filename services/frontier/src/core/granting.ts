import type { Url } from '@mayfly/url';
import type { Granted } from './caller.ts';
import type { Frontier } from './frontier.ts';
import { rulesOf } from './host-state.ts';
import type { Op } from './lane.ts';
import type { Pick as Chosen } from './picking.ts';
import { type HostRow, KIND, type LeaseRow, STATE, type UrlKey, type UrlRow } from './rows.ts';
import type { Turn } from './turn.ts';
import { isAbandoned, leased } from './url-state.ts';

type Manner = Pick<Granted, 'abandon' | 'obeyRobots' | 'robotsAttempt' | 'private'>;

/** Writes a lease that was chosen: nobody hears of it before it is durable. */
export class Grant implements Op {
  /** Its host's row, which others of the turn mostly write too. */
  readonly size = 1;
  readonly pick: Chosen;
  readonly urls: readonly UrlKey[];
  readonly hosts;
  granted: Granted | undefined;
  readonly #frontier: Frontier;
  readonly #ended: (grant: Grant, error?: unknown) => void;

  constructor(frontier: Frontier, pick: Chosen, ended: (grant: Grant, error?: unknown) => void) {
    const { host, row, want, kind } = pick;
    this.#frontier = frontier;
    this.#ended = ended;
    this.pick = pick;
    this.hosts = [host.host];
    const key = kind === KIND.page ? (want?.key ?? row) : undefined;
    this.urls = key === undefined ? [] : [key];
  }

  apply(turn: Turn): void {
    this.granted = undefined;
    const { pick } = this;
    if (this.#frontier.crawls.get(pick.crawl.name) !== pick.crawl) return;
    const row = this.#url(turn);
    if (pick.kind === KIND.page && row === undefined) return;
    const host = turn.host(pick.host.host);
    const manner = this.#manner(host, row, turn.nowMs);
    if (this.#isBare(manner)) return;
    const attempt = host.attempt + 1;
    turn.changeHost(pick.host.host, { attempt });
    const url = row && leased(row, attempt);
    if (url !== undefined) turn.leaseUrl(url);
    const lease = this.#lease(turn, attempt, url);
    turn.addLease(pick.host.host, lease);
    const monotonicMs = this.#frontier.around.clock.monotonicMs();
    for (const { name, budget } of pick.drawn) {
      const fullMs = turn.nowMs + budget.fullInMs(monotonicMs);
      turn.putBudget({ name, crawl: pick.crawl.name, fullMs });
    }
    this.granted = { host: pick.host.host, lease, url, ...manner };
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
    const { row: chosen } = this.pick;
    if (row === undefined) return undefined;
    if (chosen === undefined) return row.state === STATE.leased ? undefined : row;
    const isSame =
      row.state === STATE.waiting && row.rank === chosen.rank && row.ageMs === chosen.ageMs;
    return isSame ? row : undefined;
  }

  #lease(turn: Turn, attempt: number, url: UrlRow | undefined): LeaseRow {
    const { host, crawl, kind, caller, scheme, want } = this.pick;
    const { nowMs } = turn;
    const robots = want?.url ?? (`${scheme}://${host.host}/robots.txt` as Url);
    return {
      attempt,
      crawl: crawl.name,
      url: url === undefined ? robots : undefined,
      id: url?.id,
      kind,
      fetcher: caller.fetcher,
      named: want === undefined ? undefined : true,
      leasedMs: nowMs,
      expiresMs: nowMs + this.#frontier.around.settings.leaseMs,
    };
  }

  /** Whether the rules that were there when the page was chosen have ended or were forgotten since. */
  #isBare({ abandon, obeyRobots, robotsAttempt }: Manner): boolean {
    return this.pick.kind === KIND.page && obeyRobots && !abandon && robotsAttempt === undefined;
  }

  #manner(host: HostRow, url: UrlRow | undefined, nowMs: number): Manner {
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
