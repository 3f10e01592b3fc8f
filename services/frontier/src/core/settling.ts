import type { LeaseAnswer, LeaseEnds } from './ending.ts';
import { ANSWER, triesAgain } from './ending.ts';
import type { Frontier } from './frontier.ts';
import { pauseAfter, robotsPauseMs, usualPauseMs } from './host-pause.ts';
import { leaseId } from './lease-id.ts';
import { isPage } from './outcome.ts';
import type { LeaseKey } from './ports.ts';
import { schemeOf } from './queue.ts';
import { END, type HostRow, KIND, type LeaseRow, REST, type Rest } from './rows.ts';
import type { Turn } from './turn.ts';
import { type AttemptEnd, settled, unleased } from './url-state.ts';

/** The reported end of one attempt. */
export interface Settlement extends AttemptEnd {
  readonly id: string;
  readonly hostTimeMs?: number | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly robots?: RobotsResult | undefined;
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

interface NewRest {
  readonly restMs: number;
  readonly reason: Rest;
}

/** Leases come to their end: settled, given back, expired; or get more time. */
export class Settling {
  readonly #frontier: Frontier;
  readonly #ends: LeaseEnds;

  constructor(frontier: Frontier, ends: LeaseEnds) {
    this.#frontier = frontier;
    this.#ends = ends;
  }

  settle(settlements: readonly Settlement[]): Promise<LeaseAnswer[]> {
    const { retryMs } = this.#frontier.around.settings;
    return this.#ends.end(
      settlements.map((settlement) => ({
        id: settlement.id,
        ending: {
          end: END.settled,
          isPage: isPage(settlement.outcome),
          url: (row, { nowMs }) =>
            settled(row, settlement, { nowMs, retryMs, triesAgain: triesAgain(row) }),
          host: (lease, turn) => this.#hostAfter(settlement, lease, turn),
          late: (lease, turn) => this.#hostAfterLate(settlement, lease, turn),
        },
      })),
    );
  }

  release(releases: readonly Release[]): Promise<LeaseAnswer[]> {
    return this.#ends.end(
      releases.map(({ id, robotsUnknown }) => ({
        id,
        ending: {
          end: END.released,
          url: (row, { nowMs }) =>
            unleased(row, { nowMs, triesAgain: triesAgain(row), expired: false }),
          host: (lease, turn) => {
            if (robotsUnknown) forgetRules(lease, turn);
            return undefined;
          },
        },
      })),
    );
  }

  /** Ends those whose time is over; says how many. */
  async expireDue(): Promise<number> {
    const due = this.#ends.due();
    if (due.length === 0) return 0;
    const ids = due.map(({ host, attempt }) => leaseId({ host: host.host, attempt }));
    const ending = {
      end: END.expired,
      url: (row: Parameters<typeof unleased>[0], { nowMs }: Turn) =>
        unleased(row, { nowMs, triesAgain: triesAgain(row), expired: true }),
      host: (lease: LeaseRow, turn: Turn) => this.#hostAfterExpiry(lease, turn),
    };
    try {
      const answers = await this.#ends.end(ids.map((id) => ({ id, ending })));
      return answers.filter((answer) => answer === ANSWER.done).length;
    } catch (error) {
      for (const { host, attempt } of due) this.#ends.watch(host, attempt);
      throw error;
    }
  }

  extend(ids: readonly string[]): Promise<LeaseAnswer[]> {
    const { leaseMs } = this.#frontier.around.settings;
    const items = ids.map((id) => this.#ends.keyOf(id));
    return this.#ends.run<LeaseKey>(items, (some, answers) => ({
      leases: some.map(({ item }) => item),
      apply: (turn) => {
        for (const { at, item } of some) {
          const lease = turn.lease(item);
          if (lease === undefined) continue;
          answers[at] = lease.ended === undefined ? ANSWER.done : ANSWER.expired;
          if (lease.ended === undefined) {
            turn.putLease({ ...lease, expiresMs: turn.nowMs + leaseMs });
          }
        }
      },
      done: () => {
        for (const { item } of some) this.#extendOut(item);
      },
    }));
  }

  #extendOut({ host: name, attempt }: LeaseKey): void {
    const { clock, settings } = this.#frontier.around;
    const host = this.#frontier.hostOf(name);
    const out = host?.leases.get(attempt);
    if (host === undefined || out === undefined) return;
    out.expiresMs = clock.monotonicMs() + settings.leaseMs;
    this.#ends.watch(host, attempt);
  }

  #hostAfter(settlement: Settlement, lease: LeaseRow, turn: Turn): NewRest | undefined {
    const { settings, random } = this.#frontier.around;
    const before = turn.host(lease.host);
    const row = lease.kind === KIND.robots ? withRules(before, lease, settlement, turn) : before;
    const manners = this.#frontier.mannersOf(lease.crawl, row);
    const around = { manners, settings: settings.pause, random: random() };
    const pause = pauseAfter(row, settlement, around);
    const failures = pause?.failures ?? row.failures;
    const usual = pause ?? { restMs: 0, reason: REST.delay };
    const isWithoutRules = row.robotsFailures > before.robotsFailures;
    const robotsMs = isWithoutRules ? robotsPauseMs(settings.pause, row.robotsFailures) : 0;
    const rest = robotsMs > usual.restMs ? { restMs: robotsMs, reason: REST.robots } : usual;
    return restHost(turn, { ...row, failures }, rest);
  }

  /** The request ended just now after all, so the host rests from now; of the rest only what the host asks for counts. */
  #hostAfterLate(settlement: Settlement, lease: LeaseRow, turn: Turn): NewRest | undefined {
    const { settings } = this.#frontier.around;
    const before = turn.host(lease.host);
    const { robots } = settlement;
    const isOwn = lease.kind === KIND.robots && robots?.known === true;
    const row = isOwn ? { ...before, crawlDelayMs: robots.crawlDelayMs } : before;
    const manners = this.#frontier.mannersOf(lease.crawl, row);
    const around = { manners, settings: settings.pause, random: 0 };
    const { failures } = row;
    const pause = pauseAfter({ ...row, failures: 0 }, settlement, around);
    return restHost(turn, { ...row, failures }, pause ?? { restMs: 0, reason: REST.delay });
  }

  /** Whoever asked may still be asking: it counts as the end of a request, and is not held against the host. */
  #hostAfterExpiry(lease: LeaseRow, turn: Turn): NewRest | undefined {
    const { pause } = this.#frontier.around.settings;
    const before = turn.host(lease.host);
    const manners = this.#frontier.mannersOf(lease.crawl, before);
    const usual = { restMs: usualPauseMs(before, manners, pause), reason: REST.delay };
    if (lease.kind !== KIND.robots || lease.named === true) return restHost(turn, before, usual);
    // A robots.txt that breaks whoever reads it is asked for less and less often.
    const row = { ...before, robotsFailures: before.robotsFailures + 1 };
    const robotsMs = before.robotsFailures > 0 ? robotsPauseMs(pause, before.robotsFailures) : 0;
    const rest = robotsMs > usual.restMs ? { restMs: robotsMs, reason: REST.robots } : usual;
    return restHost(turn, row, rest);
  }
}

/** Notes the rest in the host's row, unless it rests longer already. */
function restHost(turn: Turn, row: HostRow, rest: NewRest): NewRest {
  const nextAllowedMs = turn.nowMs + rest.restMs;
  const isLonger =
    row.nextAllowedMs > nextAllowedMs && row.nextAllowedMs - turn.nowMs <= row.restMs;
  const noted = isLonger ? {} : { nextAllowedMs, restMs: rest.restMs, restReason: rest.reason };
  turn.putHost({ ...row, ...noted });
  return rest;
}

/** The host after an attempt for robots.txt. One that was asked for by name may be about another origin's rules. */
function withRules(row: HostRow, lease: LeaseRow, { robots }: Settlement, turn: Turn): HostRow {
  const scheme = schemeOf(lease.url);
  const isOwn = lease.url === `${scheme}://${lease.host}/robots.txt`;
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

function forgetRules(lease: LeaseRow, turn: Turn): void {
  const row = turn.host(lease.host);
  const robots = { ...row.robots };
  delete robots[schemeOf(lease.url)];
  turn.putHost({ ...row, robots });
}
