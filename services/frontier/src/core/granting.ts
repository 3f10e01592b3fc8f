import type { HostKey, Url } from '@mayfly/url';
import type { Granted } from './caller.ts';
import type { Frontier } from './frontier.ts';
import { rulesOf } from './host-state.ts';
import type { Op } from './lane.ts';
import type { Pick as Chosen } from './picking.ts';
import type { Drawn } from './rates.ts';
import { schemeOf } from './queue.ts';
import {
  type HostRow,
  KIND,
  type LeaseRow,
  type Scheme,
  STATE,
  type UrlKey,
  type UrlRow,
} from './rows.ts';
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
  /** The rows of those that are for a page, as the table has them: whoever ends their leases need not read them again. */
  rows: readonly (UrlRow | undefined)[] = [];
  #turn: Turn | undefined;
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
    this.#turn = turn;
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
    // Only now: what came after the lease in the same turn is written too.
    this.rows = this.granted.map((granted) => granted?.url && this.#turn?.inTable(granted.url));
    this.#turn = undefined;
    this.#ended(this);
  }

  failed(error: unknown): void {
    this.granted = [];
    this.#ended(this, error);
  }

  #grant(pick: Chosen, turn: Turn): Granted | undefined {
    if (this.#frontier.crawls.get(pick.crawl.name) !== pick.crawl) return undefined;
    if (pick.kind === KIND.robots) return this.#grantRobots(pick, pick.scheme, turn);
    const row = rowOf(pick, turn);
    if (row === undefined) return undefined;
    const { host } = pick.host;
    const before = turn.host(host);
    const { obeyRobots } = this.#frontier.mannersOf(pick.crawl.name, before);
    const scheme = schemeOf(row.url);
    const rules = obeyRobots ? rulesOf(before, scheme, turn.nowMs) : undefined;
    const abandon = isAbandoned(row);
    if (obeyRobots && rules === undefined && !abandon) {
      // One that was asked for by name had its rules when it was chosen: it is chosen again.
      return pick.want === undefined ? this.#grantRobots(pick, scheme, turn) : undefined;
    }
    if (asksRobots(before)) return undefined;
    const draft = turn.draft(host);
    draft.attempt += 1;
    const url = leased(row, draft.attempt);
    turn.leaseUrl(url);
    const lease = this.#lease(pick, turn.nowMs, { attempt: draft.attempt, id: url.id });
    turn.addLease(host, lease);
    const { private: isPrivate } = pick.crawl.row.settings;
    const robotsAttempt = rules?.attempt;
    return { host, lease, url, abandon, obeyRobots, robotsAttempt, private: isPrivate };
  }

  /** Where somebody asks for it already, everything else waits for that. */
  #grantRobots(pick: Chosen, scheme: Scheme | undefined, turn: Turn): Granted | undefined {
    const { want, crawl } = pick;
    const { host } = pick.host;
    const before = turn.host(host);
    if (want === undefined && asksRobots(before)) return undefined;
    const { obeyRobots } = this.#frontier.mannersOf(crawl.name, before);
    const draft = turn.draft(host);
    draft.attempt += 1;
    const url = want?.url ?? (`${scheme}://${host}/robots.txt` as Url);
    const lease = this.#lease(pick, turn.nowMs, { attempt: draft.attempt, url });
    turn.addLease(host, lease);
    return { host, lease, abandon: false, obeyRobots, private: crawl.row.settings.private };
  }

  #lease(
    { crawl, caller, want }: Chosen,
    nowMs: number,
    { attempt, url, id }: Pick<LeaseRow, 'attempt' | 'url' | 'id'>,
  ): LeaseRow {
    return {
      attempt,
      crawl: crawl.name,
      url,
      id,
      kind: id === undefined ? KIND.robots : KIND.page,
      fetcher: caller.fetcher,
      named: want === undefined ? undefined : true,
      leasedMs: nowMs,
      expiresMs: nowMs + this.#frontier.around.settings.leaseMs,
    };
  }
}

const asksRobots = ({ leases }: HostRow): boolean =>
  leases.some(({ kind }) => kind === KIND.robots);

function keyOf({ kind, want, host, queue, place }: Chosen): UrlKey | undefined {
  if (kind !== KIND.page || want !== undefined) return want?.key;
  const { id } = place!;
  return { bucket: host.bucket, crawl: queue!.crawl, host: host.host, id };
}

/** The URL, if it is still as it was when it was chosen. */
function rowOf(pick: Chosen, turn: Turn): UrlRow | undefined {
  const key = keyOf(pick);
  const row = key && turn.url(key);
  const { place } = pick;
  if (row === undefined) return undefined;
  if (place === undefined) return row.state === STATE.leased ? undefined : row;
  const isSame =
    row.state === STATE.waiting && row.rank === place.rank && row.ageMs === place.ageMs;
  return isSame ? row : undefined;
}
