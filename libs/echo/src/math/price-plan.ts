import { gInverse, saturation } from './discovery.ts';
import { demandAt, findPrice, type PriceBracket, type SourceColumns } from './price-search.ts';
import { highestPrice, sourceProfit } from './profit-index.ts';
import type { RateColumns, Schedule } from './rate-columns.ts';

/**
 * One price for sources and pages: a page is fetched while it is worth the price, a source is visited when its net
 * index passes it. A source whose net index never does is refused. The last source that fits only in part is visited
 * less often and only its youngest pages are fetched, so the rate is used up and no set of sources does better.
 */
export function pricePlan(
  rates: RateColumns,
  rate: number,
  columns = pricedColumns(rates),
): Schedule {
  return planBetween(columns, findPrice(columns, rate), rate);
}

/** Sources with the weight of random arrivals, charged for their pages; none is visited again within the shortest interval. */
export function pricedColumns(
  { count, lambda, profit, decay }: RateColumns,
  shortest = 0,
): SourceColumns {
  const weight = new Float64Array(count);
  const limit = new Float64Array(count);
  for (let i = 0; i < count; i += 1) {
    weight[i] = (lambda[i]! * profit[i]!) / decay[i]!;
    limit[i] = highestPrice(weight[i]!, lambda[i]!, decay[i]!);
  }
  return { count, weight, decay, load: lambda, limit, shortest };
}

/** The schedule at a price, with the sources at the jump sharing what is left. */
export function planBetween(columns: SourceColumns, bracket: PriceBracket, rate: number): Schedule {
  const { low, high, most, least } = bracket;
  const { count, weight, decay, load, limit, shortest = 0 } = columns;
  const intervals = new Float64Array(count).fill(Infinity);
  const share = most > least ? Math.min(1, Math.max(0, (rate - least) / (most - least))) : 0;
  let [sourceRate, pageRate, profit] = [0, 0, 0];
  for (let i = 0; i < count; i += 1) {
    if (limit[i]! <= low || limit[i] === 0) continue;
    const part = limit[i]! > high ? 1 : share;
    if (part === 0) continue;
    const lives = part === 1 ? gInverse(high / weight[i]!) : saturation(load[i]!, decay[i]!);
    const wished = lives / decay[i]!;
    const interval = Math.max(wished, shortest);
    intervals[i] = interval / part;
    sourceRate += part / interval;
    pageRate += part * load[i]!;
    // At the price g(x) = y, so that 1 - e^-x = (x + y) / (1 + x): no exponential for each of a million.
    profit +=
      part === 1 && interval === wished
        ? (weight[i]! * (lives + high / weight[i]!)) / ((1 + lives) * interval)
        : part * sourceProfit(weight[i]!, decay[i]!, interval);
  }
  return { price: high, intervals, sourceRate, pageRate, profit };
}

/** The smallest rate at which no source that is worth anything is refused. */
export function rateForAll(rates: RateColumns, columns = pricedColumns(rates)): number {
  let lowest = Infinity;
  for (let i = 0; i < columns.count; i += 1) {
    const limit = columns.limit[i]!;
    if (limit > 0 && limit < lowest) lowest = limit;
  }
  return lowest === Infinity ? 0 : demandAt(columns, lowest * (1 - 1e-9));
}

/** Visits per second that a crawler without limits would catch. */
export function possibleProfit({ count, lambda, profit }: RateColumns): number {
  let sum = 0;
  for (let i = 0; i < count; i += 1) sum += lambda[i]! * profit[i]!;
  return sum;
}

/** A ladder of prices and the demand at each: what a shard tells the others, whose sums one price is read from. */
export function demandLadder(rates: RateColumns, prices: readonly number[]): number[] {
  const columns = pricedColumns(rates);
  return prices.map((price) => demandAt(columns, price));
}
