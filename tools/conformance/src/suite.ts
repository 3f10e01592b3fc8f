import type { Line } from './line.ts';

/** What one file came to. */
export interface Result {
  /** Where cases have a scope, those of the standard. */
  readonly passed: number;
  readonly total: number;
  /** 0 to 1: the share that passed, or the grade where a suite has one. */
  readonly score: number;
  /** Further figures, such as `vendorPassed`; they stand in the printed line under these names. */
  readonly more?: Readonly<Record<string, number>>;
}

/** What became of a line; one that does not fit the suite's format is left out. */
export type Taken = 'passed' | 'missed' | 'unfit';

/** The count of one file. */
export interface Tally {
  /** What throws counts as missed, so a suite need not catch anything. */
  take(line: Line): Taken | Promise<Taken>;
  /** Called once, after the last line. */
  result(): Result;
}

/** Cases of one format. A file belongs to the suite with the longest name that its own name begins with. */
export interface Suite {
  readonly name: string;
  /** What counts as right, in a few words for `--help`. */
  readonly means: string;
  /** Begins the count of a file; each file is counted apart. */
  open(): Tally;
}

/** The share of cases that passed. */
export function shareOf(passed: number, total: number): number {
  return total === 0 ? 0 : passed / total;
}
