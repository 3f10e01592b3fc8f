import type { PolicyName } from '@mayfly/echo';
import type { Cell, CellResult } from './cell.ts';
import { paperScore } from './paper-table.ts';

/** The runs of one cell of the table, over all seeds. */
export interface Summary {
  readonly policy: PolicyName;
  readonly rate: number;
  readonly logPeriodSeconds: number;
  readonly history: number;
  /** Shares of the bound, in the order of the seeds. */
  readonly scores: readonly number[];
  readonly mean: number;
  /** Standard deviation over the seeds. */
  readonly deviation: number;
  readonly paper: number | undefined;
  /** Sources nobody visited in the last week, on average over the seeds. */
  readonly leftAlone: number;
}

/** Puts the seeds of each cell together, in the order in which the cells came. */
export function summaries(results: readonly CellResult[]): Summary[] {
  const groups = Map.groupBy(results, ({ cell }) => keyOf(cell));
  return [...groups.values()].map((group) => {
    const { policy, rate, logPeriodSeconds, history } = group[0]!.cell;
    const scores = group.map(({ score }) => score);
    return {
      policy,
      rate,
      logPeriodSeconds,
      history,
      scores,
      ...spread(scores),
      paper: paperScore(policy, rate),
      leftAlone: average(group.map(({ outcome }) => outcome.leftAlone)),
    };
  });
}

function keyOf({ policy, rate, logPeriodSeconds, history }: Cell): string {
  return JSON.stringify([policy, rate, logPeriodSeconds, history]);
}

export function average(values: readonly number[]): number {
  return values.reduce((sum, each) => sum + each, 0) / values.length;
}

/** With the n - 1 of a sample, since seeds are one. */
function spread(values: readonly number[]): { readonly mean: number; readonly deviation: number } {
  const mean = average(values);
  const square = values.reduce((sum, each) => sum + (each - mean) ** 2, 0);
  return { mean, deviation: values.length < 2 ? 0 : Math.sqrt(square / (values.length - 1)) };
}

/** Root mean square distance from the paper, over the cells that it has. */
export function distance(cells: readonly Summary[]): {
  readonly rmse: number;
  readonly cells: number;
} {
  const squares = cells.flatMap(({ mean, paper }) =>
    paper === undefined ? [] : [(mean - paper) ** 2],
  );
  return { rmse: Math.sqrt(average(squares)), cells: squares.length };
}
