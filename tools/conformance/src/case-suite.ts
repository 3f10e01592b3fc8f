import type { Line } from './line.ts';
import { shareOf, type Suite, type Tally, type Taken } from './suite.ts';

/** A suite of cases that each pass or do not. */
export interface CaseSuite<Case> {
  readonly name: string;
  readonly means: string;
  /** The case in a line; undefined where the line does not fit. */
  readonly read: (line: Line) => Case | undefined;
  readonly passes: (one: Case) => boolean | Promise<boolean>;
  /** Cases of a vendor's own are counted apart; without this all are of the standard. */
  readonly isVendors?: (one: Case) => boolean;
}

export function caseSuite<Case>(suite: CaseSuite<Case>): Suite {
  return { name: suite.name, means: suite.means, open: () => new CaseTally(suite) };
}

class CaseTally<Case> implements Tally {
  readonly #suite: CaseSuite<Case>;
  readonly #standard = { passed: 0, total: 0 };
  readonly #vendor = { passed: 0, total: 0 };

  constructor(suite: CaseSuite<Case>) {
    this.#suite = suite;
  }

  async take(line: Line): Promise<Taken> {
    const { read, passes, isVendors } = this.#suite;
    const one = read(line);
    if (one === undefined) return 'unfit';
    const counts = isVendors?.(one) === true ? this.#vendor : this.#standard;
    counts.total += 1;
    if (!(await passes(one))) return 'missed';
    counts.passed += 1;
    return 'passed';
  }

  result() {
    const { passed, total } = this.#standard;
    const score = shareOf(passed, total);
    if (this.#suite.isVendors === undefined) return { passed, total, score };
    const more = { vendorPassed: this.#vendor.passed, vendorTotal: this.#vendor.total };
    return { passed, total, score, more };
  }
}
