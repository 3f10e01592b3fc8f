import { type Feedback, openPolicy, type PolicyName } from '@mayfly/echo';
import { seededRandom } from '@mayfly/testing';
import { bound, lastPart } from '../simulation/profit.ts';
import { type Outcome, outcomeOf, simulate } from '../simulation/simulate.ts';
import { makeWeb } from '../web/make-web.ts';
import { SMALL_WEB } from '../web/small-web.ts';
import { PAPER_WEB, WEEK_SECONDS } from '../web/web-shape.ts';
import { type WebStatistics, statisticsOf } from '../web/web-statistics.ts';
import type { Web } from '../web/web.ts';

/** One run: a policy on one web. */
export interface Cell {
  readonly policy: PolicyName;
  readonly rate: number;
  readonly seed: number;
  readonly feedback: Feedback;
  readonly logPeriodSeconds: number;
  /** Crawls of a source that its rate of new links is counted over. */
  readonly history: number;
  /** On a web of small scale. */
  readonly small: boolean;
}

/** What came of a run. */
export interface CellResult {
  readonly cell: Cell;
  /** Share of the bound. */
  readonly score: number;
  readonly bound: number;
  readonly outcome: Outcome;
  readonly web: WebStatistics;
  readonly weekQuality: Float64Array;
  readonly fiveHourQuality: Float64Array;
  readonly cpuSeconds: number;
}

const FIVE_HOURS = 5 * 3_600;

/** Runs cells, and keeps the last web, since drawing one takes as long as a short run. */
export class CellRunner {
  #key: string | undefined;
  #web: Web | undefined;

  run(cell: Cell): CellResult {
    const began = process.cpuUsage();
    const web = this.#webOf(cell);
    const { rate, feedback, logPeriodSeconds, history } = cell;
    const random = seededRandom(cell.seed);
    const policy = openPolicy(cell.policy, { rate, feedback, history, start: 0, random });
    const counts = simulate(web, policy, { rate, feedback, logPeriodSeconds });
    const outcome = outcomeOf(web, counts);
    const most = lastPart(bound(web).quality(WEEK_SECONDS), WEEK_SECONDS).mean;
    const { user, system } = process.cpuUsage(began);
    return {
      cell,
      score: outcome.quality / most,
      bound: most,
      outcome,
      web: statisticsOf(web),
      weekQuality: counts.earnings.quality(WEEK_SECONDS),
      fiveHourQuality: counts.earnings.quality(FIVE_HOURS),
      cpuSeconds: (user + system) / 1e6,
    };
  }

  #webOf({ seed, small }: Cell): Web {
    const key = `${seed} ${small}`;
    if (this.#web === undefined || this.#key !== key) {
      this.#web = makeWeb(seed, small ? SMALL_WEB : PAPER_WEB);
      this.#key = key;
    }
    return this.#web;
  }
}
