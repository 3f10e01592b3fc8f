import type { SourceRates } from './profit-index.ts';

/** What is believed of many sources, as columns. */
export interface RateColumns {
  readonly count: number;
  readonly lambda: Float64Array;
  readonly profit: Float64Array;
  readonly decay: Float64Array;
}

/** When to visit each source, and what that costs and brings per second. */
export interface Schedule {
  /** The profit one more request must earn. */
  readonly price: number;
  /** Seconds between two visits of each source; `Infinity` for those that are refused. */
  readonly intervals: Float64Array;
  readonly sourceRate: number;
  readonly pageRate: number;
  readonly profit: number;
}

/** Columns of a list, for the few and for tests. */
export function rateColumns(list: readonly SourceRates[]): RateColumns {
  return {
    count: list.length,
    lambda: Float64Array.from(list, (one) => one.lambda),
    profit: Float64Array.from(list, (one) => one.profit),
    decay: Float64Array.from(list, (one) => one.decay),
  };
}
