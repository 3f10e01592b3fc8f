import type { Feedback, PolicyName } from '@mayfly/echo';
import { distance, type Summary } from './summary.ts';

/** Something the experiment has to show, and whether it did. */
export interface Check {
  readonly name: string;
  readonly passed: boolean;
  readonly detail: string;
}

const PAPER_CELLS = 18;
const MOST_DISTANCE = 0.07;
const SCARCE = 0.05;
const LEAST_GAIN = { mean: 0.03, each: 0.02 } as const;
const LEAST_WHEN_CRAWLED = 0.85;
const ECHO: readonly PolicyName[] = ['echo-greedy', 'echo-schedule', 'echo-newpages'];

/** Checks what can be checked with the cells there are. */
export function checksOf(cells: readonly Summary[], feedback: Feedback): Check[] {
  const at = (policy: PolicyName, rate: number) =>
    cells.find((each) => each.policy === policy && each.rate === rate);
  // What has to be shown of gains over echo-newpages is for the paper's setting, where all visits are seen.
  if (feedback === 'crawled') return crawledCheck(at('mayfly', SCARCE));
  const near = distance(cells);
  return [
    ...[SCARCE, 0.1].flatMap((rate) => orderCheck(rate, (policy) => at(policy, rate)?.mean)),
    ...(near.cells < PAPER_CELLS
      ? []
      : [
          {
            name: `root mean square error over ${PAPER_CELLS} cells at most ${MOST_DISTANCE}`,
            passed: near.rmse <= MOST_DISTANCE,
            detail: near.rmse.toFixed(3),
          },
        ]),
    ...gainsOf(cells),
  ];
}

function orderCheck(rate: number, mean: (policy: PolicyName) => number | undefined): Check[] {
  const [frequency, bfs, quota, ...echo] = (
    ['frequency', 'bfs', 'fixed-quota', ...ECHO] as const
  ).map(mean);
  if (frequency === undefined || bfs === undefined || quota === undefined) return [];
  const known = echo.filter((each) => each !== undefined);
  if (known.length < ECHO.length) return [];
  const least = Math.min(...known);
  return [
    {
      name: `frequency < bfs < fixed-quota < each of echo at ${rate}`,
      passed: frequency < bfs && bfs < quota && quota < least,
      detail: [frequency, bfs, quota, least].map((each) => each.toFixed(3)).join(' < '),
    },
  ];
}

/** mayfly against echo-newpages, seed by seed: both ran on the same webs. */
function gainsOf(cells: readonly Summary[]): Check[] {
  return cells
    .filter(({ policy }) => policy === 'mayfly')
    .flatMap((ours) => {
      const theirs = cells.find(
        ({ policy, rate, logPeriodSeconds, history }) =>
          policy === 'echo-newpages' &&
          rate === ours.rate &&
          logPeriodSeconds === ours.logPeriodSeconds &&
          history === ours.history,
      );
      return theirs === undefined ? [] : gainChecks(ours, theirs);
    });
}

function gainChecks(ours: Summary, theirs: Summary): Check[] {
  const gains = ours.scores.map((score, i) => score - theirs.scores[i]!);
  const detail = gains.map((gain) => gain.toFixed(3)).join(' ');
  const least = Math.min(...gains);
  const mean = ours.mean - theirs.mean;
  return [
    { name: `mayfly beats echo-newpages on every seed at ${ours.rate}`, passed: least > 0, detail },
    ...(ours.rate === SCARCE
      ? [
          {
            name: `by ${LEAST_GAIN.mean} on average at ${SCARCE}, never by less than ${LEAST_GAIN.each}`,
            passed: mean >= LEAST_GAIN.mean && least >= LEAST_GAIN.each,
            detail: `${mean.toFixed(3)} (least ${least.toFixed(3)})`,
          },
        ]
      : []),
  ];
}

function crawledCheck(mayfly: Summary | undefined): Check[] {
  if (mayfly === undefined) return [];
  return [
    {
      name: `mayfly reaches ${LEAST_WHEN_CRAWLED} at ${SCARCE} when only visits to crawled pages are seen`,
      passed: mayfly.mean >= LEAST_WHEN_CRAWLED,
      detail: mayfly.scores.map((score) => score.toFixed(3)).join(' '),
    },
  ];
}
