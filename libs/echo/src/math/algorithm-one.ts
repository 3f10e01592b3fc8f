import { gInverse } from './discovery.ts';
import { findPrice, type SourceColumns } from './price-search.ts';
import { paperWeight, sourceProfit } from './profit-index.ts';
import type { RateColumns, Schedule } from './rate-columns.ts';

/**
 * The paper's Algorithm 1: intervals that solve p g(mu I) = omega, with omega such that visits and all new pages fit
 * into the rate. A source is kept while omega is below its p. With a rate below the sum of all lambda, which is the
 * normal case, sources have to go. Where letting one go leaves part of the rate over, those kept share it, so that the
 * intervals are the best for the set that is kept; with `leaveRest` it is left, for visits to those that were let go.
 * The set itself need not be the best one: see `bestSet`.
 */
export function algorithmOne(
  rates: RateColumns,
  rate: number,
  { chargePages = true, leaveRest = false } = {},
): Schedule {
  const { count, decay } = rates;
  const weight = paperWeights(rates);
  const load = chargePages ? rates.lambda : new Float64Array(count);
  const all: SourceColumns = { count, weight, decay, load, limit: weight };
  const { high, least } = findPrice(all, rate);
  const kept = new Uint8Array(count);
  for (let i = 0; i < count; i += 1) kept[i] = weight[i]! > high ? 1 : 0;
  return scheduleOf({ rates, weight, load, kept }, leaveRest ? least : rate);
}

/** The paper's p of each source. */
export function paperWeights({ count, lambda, profit, decay }: RateColumns): Float64Array {
  const weight = new Float64Array(count);
  for (let i = 0; i < count; i += 1) {
    weight[i] = paperWeight({ lambda: lambda[i]!, profit: profit[i]!, decay: decay[i]! });
  }
  return weight;
}

/** A set of sources to keep, with what each can earn and what its pages cost. */
export interface KeptSet {
  readonly rates: RateColumns;
  readonly weight: Float64Array;
  readonly load: Float64Array;
  readonly kept: Uint8Array;
}

/** The best intervals for a set: the whole rate that its pages leave is spent on visits. */
export function scheduleOf({ rates, weight, load, kept }: KeptSet, rate: number): Schedule {
  const { count, decay } = rates;
  const intervals = new Float64Array(count).fill(Infinity);
  const limit = new Float64Array(count);
  let pageRate = 0;
  for (let i = 0; i < count; i += 1) {
    if (kept[i] === 0) continue;
    limit[i] = weight[i]!;
    pageRate += load[i]!;
  }
  if (pageRate >= rate) return { price: 0, intervals, sourceRate: 0, pageRate: 0, profit: 0 };
  const visits: SourceColumns = { count, weight, decay, load: new Float64Array(count), limit };
  const { high: price } = findPrice(visits, rate - pageRate);
  let [sourceRate, profit] = [0, 0];
  for (let i = 0; i < count; i += 1) {
    if (limit[i]! <= price) continue;
    const interval = gInverse(price / weight[i]!) / decay[i]!;
    intervals[i] = interval;
    sourceRate += 1 / interval;
    profit += sourceProfit(weight[i]!, decay[i]!, interval);
  }
  return { price, intervals, sourceRate, pageRate, profit };
}
