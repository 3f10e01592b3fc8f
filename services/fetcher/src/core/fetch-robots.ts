import { type AgentRules, MAX_ROBOTS_BYTES, parseRobots } from '@mayfly/robots';
import type { Url } from '@mayfly/url';
import type { AttemptEnd, RobotsResult } from './attempt-end.ts';
import { endWithoutRequest } from './attempt-end.ts';
import { type Fetching, readAnswer } from './fetch-page.ts';
import type { Attempt, ToRead, WebAnswer } from './ports.ts';
import { originOf, pathOf, type Task } from './task.ts';

/** How often a robots.txt may redirect (RFC 9309); one that does so more often counts as none. */
const MOST_REDIRECTS = 5;

/** What following redirects needs more. */
export interface RobotsFetching extends Fetching {
  /** By which name sites speak to us. */
  readonly agent: string;
  readonly maxAgeMs: number;
  /** A lease of that URL for robots.txt, by name, for the attempt that is held; undefined where there is none in time. */
  readonly lease: (url: Url, held: Task) => Promise<Attempt | undefined>;
  /** What is published of a robots.txt: its text and the sitemaps it names. */
  readonly readRobots: (document: ToRead) => ReturnType<Fetching['read']>;
}

/** The last request of a chain, and what it says about the origin it began with. */
interface Found {
  readonly attempt: Attempt;
  readonly end: AttemptEnd;
  /** Undefined where the rules are not known now. */
  readonly rules: AgentRules | undefined;
}

/**
 * Fetches robots.txt, follows where it redirects, keeps the rules under the origin and the attempt
 * that it began with, and only then ends the attempts that rely on them. The first lease is held
 * until then, also when a redirect stays on its host: the frontier knows that it is the same fetcher.
 */
export async function fetchRobots(first: Attempt, fetching: RobotsFetching): Promise<AttemptEnd> {
  const chain = new Chain(first, fetching);
  const { rules, attempt: last, end } = await chain.walk();
  if (rules !== undefined) {
    await fetching.robots.save(originOf(first.task.url), first.task.attempt, rules);
    if (last !== first && isRobotsUrl(last.task.url)) {
      await fetching.robots.save(originOf(last.task.url), last.task.attempt, rules);
    }
  }
  const result: RobotsResult = {
    known: rules !== undefined,
    maxAgeMs: fetching.maxAgeMs,
    ...(rules?.crawlDelayMs === undefined ? {} : { crawlDelayMs: rules.crawlDelayMs }),
  };
  if (last !== first && last !== chain.ended) {
    // What is no robots.txt of its own origin says nothing about that origin.
    await last.end(end, isRobotsUrl(last.task.url) ? result : undefined);
  }
  const firstEnd = chain.firstEnd ?? end;
  await first.end(firstEnd, result);
  return firstEnd;
}

class Chain {
  readonly #first: Attempt;
  readonly #fetching: RobotsFetching;
  /** How the first request ended, where others followed it. */
  firstEnd: AttemptEnd | undefined;
  /** The last attempt that was ended on the way. */
  ended: Attempt | undefined;

  constructor(first: Attempt, fetching: RobotsFetching) {
    this.#first = first;
    this.#fetching = fetching;
  }

  async walk(): Promise<Found> {
    let attempt = this.#first;
    for (let redirects = 0; ; redirects += 1) {
      const { end, answer } = await request(attempt, this.#fetching);
      const target = end.redirectUrl;
      if (target === undefined) return { attempt, end, rules: this.#rulesOf(answer, end) };
      if (redirects === MOST_REDIRECTS) return { attempt, end, rules: this.#parsed('') };
      await this.#leave(attempt, end);
      const next = await this.#fetching.lease(target, this.#first.task);
      if (next === undefined) return { attempt, end, rules: undefined };
      attempt = next;
    }
  }

  /** A request that redirected is over; only the first one is held. */
  async #leave(attempt: Attempt, end: AttemptEnd): Promise<void> {
    if (attempt === this.#first) {
      this.firstEnd = end;
      return;
    }
    await attempt.end(end);
    this.ended = attempt;
  }

  /** RFC 9309: none there (4xx) allows everything; one that cannot be had now (429, 5xx, no answer) nothing. */
  #rulesOf(answer: WebAnswer | undefined, end: AttemptEnd): AgentRules | undefined {
    if (answer === undefined || !answer.answered) return undefined;
    const { status, body } = answer;
    if (end.outcome === 'ok' || end.outcome === 'unreadable') return this.#parsed(body);
    if (status === 429 || status >= 500 || status < 200) return undefined;
    return this.#parsed('');
  }

  #parsed(file: string | Uint8Array): AgentRules {
    return parseRobots(file).for(this.#fetching.agent);
  }
}

async function request(
  attempt: Attempt,
  fetching: RobotsFetching,
): Promise<{ end: AttemptEnd; answer?: WebAnswer }> {
  const { task } = attempt;
  if (task.abandon) {
    return { end: endWithoutRequest('abandoned', 'three leases in a row expired') };
  }
  const answer = await attempt.get({
    url: task.url,
    private: task.private,
    deadlineMs: fetching.deadlineOf(attempt),
    maxBodyBytes: MAX_ROBOTS_BYTES,
    cut: true,
  });
  // Hops are counted here, and the document we have is of no use without its rules: no conditions.
  const plain = { ...task, hops: 0, validators: undefined };
  const end = await readAnswer(plain, answer, { ...fetching, read: fetching.readRobots });
  return { end, answer };
}

function isRobotsUrl(url: Url): boolean {
  return pathOf(url) === '/robots.txt';
}
