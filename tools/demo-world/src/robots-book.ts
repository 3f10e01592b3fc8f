import { ALLOWS_ALL, ALLOWS_NOTHING, type RobotsRules, robotsRules } from './robots-rules.ts';
import type { RobotsAnswer } from './robots-text.ts';

/** Who can say what robots.txt of a host answered at a moment of the monotonic clock. */
export interface RobotsHistory {
  robotsAt(host: string, atMs: number): RobotsAnswer;
}

interface Change {
  readonly fromMs: number;
  readonly answer: RobotsAnswer;
}

/** What robots.txt of each host answers, now and at every moment before. */
export class RobotsBook implements RobotsHistory {
  readonly #original: (host: string) => RobotsAnswer;
  readonly #changes = new Map<string, Change[]>();

  constructor(original: (host: string) => RobotsAnswer) {
    this.#original = original;
  }

  robotsAt(host: string, atMs: number): RobotsAnswer {
    const change = this.#changes.get(host)?.findLast(({ fromMs }) => fromMs <= atMs);
    return change?.answer ?? this.#original(host);
  }

  /** From now on the host answers this; undefined brings back what the world said. */
  change(host: string, answer: RobotsAnswer | undefined, nowMs: number): void {
    if (answer !== undefined && 'location' in answer && !leadsToRobots(answer.location)) {
      throw new RangeError(`robots.txt may only be redirected to a robots.txt: ${answer.location}`);
    }
    const changes = this.#changes.get(host) ?? [];
    changes.push({ fromMs: nowMs, answer: answer ?? this.#original(host) });
    this.#changes.set(host, changes);
  }
}

/** Where a robots.txt sends whoever asks: the host that has the rules. */
export function hostOfRobots(location: string): string {
  return new URL(location).host;
}

/** RFC 9309, 2.3.1.2: five in a row must be followed. */
export const MOST_REDIRECTS = 5;

/** What an agent may do on a host; an answer of 4xx allows all, one of 5xx nothing. */
export function rulesOf(
  host: string,
  userAgent: string,
  answerOf: (host: string) => RobotsAnswer,
): RobotsRules {
  let answer = answerOf(host);
  for (let hops = 0; 'location' in answer; hops += 1) {
    if (hops === MOST_REDIRECTS) return ALLOWS_ALL;
    answer = answerOf(hostOfRobots(answer.location));
  }
  if ('text' in answer) return robotsRules(answer.text, userAgent);
  return answer.status >= 500 ? ALLOWS_NOTHING : ALLOWS_ALL;
}

function leadsToRobots(location: string): boolean {
  return URL.parse(location)?.pathname === '/robots.txt';
}
