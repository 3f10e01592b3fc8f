import type { HostKey } from '@mayfly/url';
import type { LeaseAnswer, LeaseEnds, NewRest } from './ending.ts';
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
          host: (host, lease, turn) => this.#hostAfter(settlement, { host, lease, turn }),
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
          host: (host, _, turn) => {
            if (robotsUnknown) turn.changeHost(host, { robots: {} });
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
    const ids = due.map(({ host, lease }) => leaseId(host.host, lease));
    const ending = {
      end: END.expired,
      url: (row: Parameters<typeof unleased>[0], { nowMs }: Turn) =>
        unleased(row, { nowMs, triesAgain: triesAgain(row), expired: true }),
      host: (host: HostKey, lease: LeaseRow, turn: Turn) =>
        this.#hostAfterExpiry({ host, lease, turn }),
    };
    try {
      const answers = await this.#ends.end(ids.map((id) => ({ id, ending })));
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
    const { address = row.address } = settlement;
    turn.changeHost(host, { address, ...this.#noveltyOf(settlement, { host, lease, turn }) });
    return restHost(turn, { ...row, failures }, rest);
  }

  #noveltyOf(settlement: Settlement, { host, lease, turn }: EndOfLease): Partial<HostRow> {
    const { outcome, novel = outcome === OUTCOME.ok } = settlement;
    if (lease.kind !== KIND.page || isWithoutRequest(outcome) || isTriedLater(outcome)) return {};
    this.#frontier.sites.fetched(lease.crawl, host, novel);
    return { novelty: noveltyAfter(turn.host(host).novelty, novel) };
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
    return restHost(turn, { ...row, failures }, pause ?? { restMs: 0, reason: REST.delay });
  }

  /** Whoever asked may still be asking: it counts as the end of a request, and is not held against the host. */
  #hostAfterExpiry({ host, lease, turn }: EndOfLease): NewRest | undefined {
    const { pause } = this.#frontier.around.settings;
    const before = turn.host(host);
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

interface EndOfLease {
  readonly host: HostKey;
  readonly lease: LeaseRow;
  readonly turn: Turn;
}

/** Notes the rest in the host's row, unless it rests longer already, and what else the attempt told of the host. */
function restHost(turn: Turn, row: HostRow, rest: NewRest): NewRest {
  const nextAllowedMs = turn.nowMs + rest.restMs;
  const isLonger =
    row.nextAllowedMs > nextAllowedMs && row.nextAllowedMs - turn.nowMs <= row.restMs;
  const noted = isLonger ? {} : { nextAllowedMs, restMs: rest.restMs, restReason: rest.reason };
  const { failures, robots, robotsFailures, crawlDelayMs } = row;
  turn.changeHost(row.host, { failures, robots, robotsFailures, crawlDelayMs, ...noted });
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
