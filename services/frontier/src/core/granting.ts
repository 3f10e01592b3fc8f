import type { HostKey, Url } from '@mayfly/url';
import type { Granted } from './caller.ts';
import type { Frontier } from './frontier.ts';
import { rulesOf } from './host-state.ts';
import type { Op } from './lane.ts';
import type { Pick as Chosen } from './picking.ts';
import type { Drawn } from './rates.ts';
import { KIND, type LeaseRow, STATE, type UrlKey, type UrlRow } from './rows.ts';
import type { Turn } from './turn.ts';
import { isAbandoned, leased } from './url-state.ts';

/** Writes leases of one bucket that were chosen: nobody hears of them before they are durable. */
export class Grants implements Op {
  /** Their hosts' rows: those of the URLs are written when the leases end. */
  readonly size: number;
  readonly picks: readonly Chosen[];
  readonly urls: readonly UrlKey[];
  readonly hosts: readonly HostKey[];
  /** One for each pick; undefined where it came to nothing. */
  granted: readonly (Granted | undefined)[] = [];
  readonly #frontier: Frontier;
  readonly #ended: (grants: Grants, error?: unknown) => void;

  constructor(
    frontier: Frontier,
    picks: readonly Chosen[],
    ended: (grants: Grants, error?: unknown) => void,
  ) {
    this.#frontier = frontier;
    this.#ended = ended;
    this.picks = picks;
    this.hosts = [...new Set(picks.map(({ host }) => host.host))];
    this.size = this.hosts.length;
    this.urls = picks.flatMap((pick) => keyOf(pick) ?? []);
  }

  apply(turn: Turn): void {
    const drawn = new Map<Drawn['budget'], { readonly name: string; readonly crawl: string }>();
    this.granted = this.picks.map((pick) => {
      const granted = this.#grant(pick, turn);
      if (granted === undefined) return undefined;
      const crawl = pick.crawl.name;
      for (const { name, budget } of pick.drawn) drawn.set(budget, { name, crawl });
      return granted;
    });
    const monotonicMs = this.#frontier.around.clock.monotonicMs();
    for (const [budget, { name, crawl }] of drawn) {
      turn.putBudget({ name, crawl, fullMs: turn.nowMs + budget.fullInMs(monotonicMs) });
    }
  }

  done(): void {
    this.#ended(this);
  }

  failed(error: unknown): void {
    this.granted = [];
    this.#ended(this, error);
  }

  #grant(pick: Chosen, turn: Turn): Granted | undefined {
    if (this.#frontier.crawls.get(pick.crawl.name) !== pick.crawl) return undefined;
    const row = rowOf(pick, turn);
    if (pick.kind === KIND.page && row === undefined) return undefined;
    const { host } = pick.host;
    const before = turn.host(host);
    const { obeyRobots } = this.#frontier.mannersOf(pick.crawl.name, before);
    const isRuled = pick.kind === KIND.page && obeyRobots;
    const rules = isRuled ? rulesOf(before, pick.scheme, turn.nowMs) : undefined;
    const abandon = row !== undefined && isAbandoned(row);
    // The rules that were there when the page was chosen have ended or were forgotten since.
    if (isRuled && rules === undefined && !abandon) return undefined;
    const draft = turn.draft(host);
    draft.attempt += 1;
    const url = row && leased(row, draft.attempt);
    if (url !== undefined) turn.leaseUrl(url);
    const lease = this.#lease(pick, turn.nowMs, { attempt: draft.attempt, url });
    turn.addLease(host, lease);
    const { private: isPrivate } = pick.crawl.row.settings;
    const robotsAttempt = rules?.attempt;
    return { host, lease, url, abandon, obeyRobots, robotsAttempt, private: isPrivate };
  }

  #lease(
    { host, crawl, kind, caller, scheme, want }: Chosen,
    nowMs: number,
    { attempt, url }: { readonly attempt: number; readonly url: UrlRow | undefined },
  ): LeaseRow {
    const robots = () => want?.url ?? (`${scheme}://${host.host}/robots.txt` as Url);
    return {
      attempt,
      crawl: crawl.name,
      url: url === undefined ? robots() : undefined,
      id: url?.id,
      kind,
      fetcher: caller.fetcher,
      named: want === undefined ? undefined : true,
      leasedMs: nowMs,
      expiresMs: nowMs + this.#frontier.around.settings.leaseMs,
    };
  }
}

function keyOf({ kind, want, row }: Chosen): UrlKey | undefined {
  return kind === KIND.page ? (want?.key ?? row) : undefined;
}

/** The URL, if it is still as it was when it was chosen. */
function rowOf(pick: Chosen, turn: Turn): UrlRow | undefined {
  const key = keyOf(pick);
  const row = key && turn.url(key);
  const { row: chosen } = pick;
  if (row === undefined) return undefined;
  if (chosen === undefined) return row.state === STATE.leased ? undefined : row;
  const isSame =
    row.state === STATE.waiting && row.rank === chosen.rank && row.ageMs === chosen.ageMs;
  return isSame ? row : undefined;
}
