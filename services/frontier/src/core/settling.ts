import type { Ending, EndOfLease, LeaseAnswer, LeaseEnds, NewRest } from './ending.ts';
import { ANSWER, triesAgain } from './ending.ts';
import type { Frontier } from './frontier.ts';
import { pauseAfter, robotsPauseMs, usualPauseMs } from './host-pause.ts';
import { leaseId, type LeaseName, leaseOfId } from './lease-id.ts';
import { isPage, isTriedLater, isWithoutRequest, OUTCOME } from './outcome.ts';
import { noveltyAfter } from './quotas.ts';
import { schemeOf } from './queue.ts';
import { END, type HostRow, KIND, type LeaseRow, REST } from './rows.ts';
import type { Turn } from './turn.ts';
import { type AttemptEnd, settled, unleased } from './url-state.ts';

/** The reported end of one attempt. */
export interface Settlement extends AttemptEnd {
  readonly id: string;
  readonly hostTimeMs?: number | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly robots?: RobotsResult | undefined;
  /** The address that was asked. */
  readonly address?: string | undefined;
  /** Whether it brought something new; where absent, whether its outcome is a new document. */
  readonly novel?: boolean | undefined;
}

/** What came of robots.txt. */
export interface RobotsResult {
  readonly known: boolean;
  readonly rulesAttempt?: number | undefined;
  readonly crawlDelayMs?: number | undefined;
  readonly maxAgeMs?: number | undefined;
}

export interface Release {
  readonly id: string;
  /** The rules that the lease names are not there. */
  readonly robotsUnknown: boolean;
}

const LONGEST_RULES_MS = 86_400_000;
/** Rules that hold for no time at all would never let a page through. */
const SHORTEST_RULES_MS = 1_000;

const RELEASED: Ending<Release> = {
  end: END.released,
  url: (_, row, { nowMs }) => unleased(row, { nowMs, triesAgain: triesAgain(row), expired: false }),
  host: ({ robotsUnknown }, { host, turn }) => {
    if (robotsUnknown) turn.changeHost(host, { robots: {} });
    return undefined;
  },
};

/** Leases come to their end: settled, given back, expired; or get more time. */
export class Settling {
  readonly #frontier: Frontier;
  readonly #ends: LeaseEnds;
  readonly #settled: Ending<Settlement> = {
    end: END.settled,
    isPage: ({ outcome }) => isPage(outcome),
    url: (settlement, row, { nowMs }) => {
      const { retryMs } = this.#frontier.around.settings;
      return settled(row, settlement, { nowMs, retryMs, triesAgain: triesAgain(row) });
    },
    host: (settlement, ended) => this.#hostAfter(settlement, ended),
    late: (settlement, name, turn) => this.#hostAfterLate(settlement, name, turn),
  };
  readonly #expired: Ending<object> = {
    end: END.expired,
    url: (_, row, { nowMs }) =>
      unleased(row, { nowMs, triesAgain: triesAgain(row), expired: true }),
    host: (_, ended) => this.#hostAfterExpiry(ended),
  };

  constructor(frontier: Frontier, ends: LeaseEnds) {
    this.#frontier = frontier;
    this.#ends = ends;
  }

  settle(settlements: readonly Settlement[]): Promise<LeaseAnswer[]> {
    return this.#ends.end(settlements, this.#settled);
  }

  release(releases: readonly Release[]): Promise<LeaseAnswer[]> {
    return this.#ends.end(releases, RELEASED);
  }

  /** Ends those whose time is over; says how many. */
  async expireDue(): Promise<number> {
    const due = this.#ends.due();
    if (due.length === 0) return 0;
    const expired = due.map(({ host, lease }) => ({ id: leaseId(host.host, lease) }));
    try {
      const answers = await this.#ends.end(expired, this.#expired);
      return answers.filter((answer) => answer === ANSWER.done).length;
    } catch (error) {
      for (const { host, lease } of due) this.#ends.watch(host, lease.attempt);
      throw error;
    }
  }

  extend(ids: readonly string[]): Promise<LeaseAnswer[]> {
    const { leaseMs } = this.#frontier.around.settings;
    const { buckets } = this.#frontier.around;
    const items = ids.map((id) => {
      const name = leaseOfId(id);
      return name && { ...name, bucket: buckets.ofHost(name.host) };
    });
    // At once: what is being extended must not be found due before that is written.
    for (const item of items) if (item !== undefined) this.#extendOut(item);
    return this.#ends.run(items, (some, answers) => ({
      hosts: some.map(({ item }) => item.host),
      apply: (turn) => {
        for (const { at, item } of some) {
          const isOut = turn.lease(item.host, item.attempt) !== undefined;
          const hasEnded = turn.endOf(item.host, item.attempt) !== undefined;
          answers[at] = isOut ? ANSWER.done : hasEnded ? ANSWER.expired : ANSWER.unknown;
          const expiresMs = turn.nowMs + leaseMs;
          if (isOut) turn.changeLease(item.host, item.attempt, { expiresMs });
        }
      },
      done: () => {
        for (const { item } of some) this.#extendOut(item);
      },
    }));
  }

  #extendOut({ host: name, attempt }: LeaseName): void {
    const { clock, settings } = this.#frontier.around;
    const host = this.#frontier.hostOf(name);
    const out = host?.leases.get(attempt);
    if (host === undefined || out === undefined) return;
    out.expiresMs = clock.monotonicMs() + settings.leaseMs;
    this.#ends.watch(host, attempt);
  }

  #hostAfter(settlement: Settlement, { host, lease, turn }: EndOfLease): NewRest | undefined {
    const { settings, random } = this.#frontier.around;
    const before = turn.host(host);
    const row = lease.kind === KIND.robots ? withRules(before, lease, settlement, turn) : before;
    const manners = this.#frontier.mannersOf(lease.crawl, row);
    const around = { manners, settings: settings.pause, random: random() };
    const pause = pauseAfter(row, settlement, around);
    const failures = pause?.failures ?? row.failures;
    const usual = pause ?? { restMs: 0, reason: REST.delay };
    const isWithoutRules = row.robotsFailures > before.robotsFailures;
    const robotsMs = isWithoutRules ? robotsPauseMs(settings.pause, row.robotsFailures) : 0;
    const rest = robotsMs > usual.restMs ? { restMs: robotsMs, reason: REST.robots } : usual;
    if (settlement.address !== undefined) turn.draft(host).address = settlement.address;
    this.#countNovelty(settlement, { host, lease, turn });
    return restHost(turn, row, { rest, failures });
  }

  #countNovelty(settlement: Settlement, { host, lease, turn }: EndOfLease): void {
    const { outcome, novel = outcome === OUTCOME.ok } = settlement;
    if (lease.kind !== KIND.page || isWithoutRequest(outcome) || isTriedLater(outcome)) return;
    this.#frontier.sites.fetched(lease.crawl, host, novel);
    const draft = turn.draft(host);
    draft.novelty = noveltyAfter(draft.novelty, novel);
  }

  /** The request ended just now after all, so the host rests from now; of the rest only what the host asks for counts. */
  #hostAfterLate(settlement: Settlement, name: LeaseName, turn: Turn): NewRest | undefined {
    const { settings } = this.#frontier.around;
    const before = turn.host(name.host);
    const { robots } = settlement;
    const isOwn = name.kind === KIND.robots && robots?.known === true;
    const row = isOwn ? { ...before, crawlDelayMs: robots.crawlDelayMs } : before;
    const manners = this.#frontier.mannersOf(name.crawl, row);
    const around = { manners, settings: settings.pause, random: 0 };
    const { failures } = row;
    const pause = pauseAfter({ ...row, failures: 0 }, settlement, around);
    return restHost(turn, row, { rest: pause ?? { restMs: 0, reason: REST.delay }, failures });
  }

  /** Whoever asked may still be asking: it counts as the end of a request, and is not held against the host. */
  #hostAfterExpiry({ host, lease, turn }: EndOfLease): NewRest | undefined {
    const { pause } = this.#frontier.around.settings;
    const before = turn.host(host);
    const manners = this.#frontier.mannersOf(lease.crawl, before);
    const usual = { restMs: usualPauseMs(before, manners, pause), reason: REST.delay };
    const { failures } = before;
    if (lease.kind !== KIND.robots || lease.named === true) {
      return restHost(turn, before, { rest: usual, failures });
    }
    // A robots.txt that breaks whoever reads it is asked for less and less often.
    const row = { ...before, robotsFailures: before.robotsFailures + 1 };
    const robotsMs = before.robotsFailures > 0 ? robotsPauseMs(pause, before.robotsFailures) : 0;
    const rest = robotsMs > usual.restMs ? { restMs: robotsMs, reason: REST.robots } : usual;
    return restHost(turn, row, { rest, failures });
  }
}

/** Notes the rest in the host's row, unless it rests longer already, and what else the attempt told of the host. */
function restHost(
  turn: Turn,
  row: HostRow,
  { rest, failures }: { readonly rest: NewRest; readonly failures: number },
): NewRest {
  const nextAllowedMs = turn.nowMs + rest.restMs;
  const isLonger =
    row.nextAllowedMs > nextAllowedMs && row.nextAllowedMs - turn.nowMs <= row.restMs;
  const draft = turn.draft(row.host);
  draft.failures = failures;
  draft.robots = row.robots;
  draft.robotsFailures = row.robotsFailures;
  draft.crawlDelayMs = row.crawlDelayMs;
  if (isLonger) return rest;
  draft.nextAllowedMs = nextAllowedMs;
  draft.restMs = rest.restMs;
  draft.restReason = rest.reason;
  return rest;
}

/** The host after an attempt for robots.txt. One that was asked for by name may be about another origin's rules. */
function withRules(row: HostRow, lease: LeaseRow, { robots }: Settlement, turn: Turn): HostRow {
  const { url = '' } = lease;
  const scheme = schemeOf(url);
  const isOwn = url === `${scheme}://${row.host}/robots.txt`;
  if (!isOwn || (lease.named === true && robots === undefined)) return row;
  if (robots?.known !== true) return { ...row, robotsFailures: row.robotsFailures + 1 };
  const askedMs = robots.maxAgeMs ?? LONGEST_RULES_MS;
  const maxAgeMs = Math.max(SHORTEST_RULES_MS, Math.min(LONGEST_RULES_MS, askedMs));
  const rules = {
    attempt: robots.rulesAttempt ?? lease.attempt,
    expiresMs: turn.nowMs + maxAgeMs,
  };
  return {
    ...row,
    robots: { ...row.robots, [scheme]: rules },
    robotsFailures: 0,
    crawlDelayMs: robots.crawlDelayMs,
  };
}
