import { g, gInverse, saturation } from './discovery.ts';

/** What is believed of one source: new links per second, visits to a new page, and how fast those fade per second. */
export interface SourceRates {
  readonly lambda: number;
  readonly profit: number;
  readonly decay: number;
}

/**
 * The most that one visit to a source can earn, as the paper has it: P / (1 - e^(-mu/lambda)), a sum over pages that
 * come at equal distances, the first at once. For rare pages it tends to P, which favours what is hardly known.
 */
export function paperWeight({ lambda, profit, decay }: SourceRates): number {
  if (!(lambda > 0) || !(profit > 0)) return 0;
  return profit / -Math.expm1(-decay / lambda);
}

/** The same with pages that come at random: lambda P / mu. */
export function poissonWeight({ lambda, profit, decay }: SourceRates): number {
  return (lambda * profit) / decay;
}

/** What a visit earns `waited` seconds after the last, over waiting a little longer, pages costing nothing. */
export function sourceIndex(rates: SourceRates, waited: number): number {
  return poissonWeight(rates) * g(rates.decay * waited);
}

/**
 * The same net of what its pages cost: the price at which visiting and waiting are equally good when each page is
 * fetched only while it is worth that price. It grows as the index does until the oldest page that a visit would find
 * is worth just the price, and stays there; so it is always below P, however many pages a source brings.
 */
export function netIndex(rates: SourceRates, waited: number): number {
  const most = saturation(rates.lambda, rates.decay);
  return poissonWeight(rates) * g(Math.min(rates.decay * waited, most));
}

/** The highest price at which a source is still visited; `weight` is that of either form. */
export function highestPrice(weight: number, lambda: number, decay: number): number {
  return weight > 0 ? weight * g(saturation(lambda, decay)) : 0;
}

/** How long to wait until the index passes a price: the interval of a source at that price. */
export function waitUntil(weight: number, decay: number, price: number): number {
  return price < weight ? gInverse(price / weight) / decay : Infinity;
}

/** What is left of a page's profit at an age. */
export function pageWorth(profit: number, decay: number, age: number): number {
  return profit * Math.exp(-decay * Math.max(0, age));
}

/** Profit per second of a source that is visited at an interval, all of its pages being fetched at once. */
export function sourceProfit(weight: number, decay: number, interval: number): number {
  return interval === Infinity ? 0 : (weight * -Math.expm1(-decay * interval)) / interval;
}

/**
 * What another fetch of a lasting page earns: the visits per second that see a copy of today instead of an old one.
 * The same g, with changes for new links; a page that changes all the time earns next to nothing, since no copy of it
 * lasts.
 */
export function refreshIndex(visitRate: number, changeRate: number, waited: number): number {
  if (!(changeRate > 0)) return 0;
  return (visitRate / changeRate) * g(changeRate * waited);
}

/** The same where not freshness but the age of the copies is what counts. */
export function ageIndex(weight: number, changeRate: number, waited: number): number {
  if (!(changeRate > 0)) return 0;
  return weight * ((waited * waited) / 2 - g(changeRate * waited) / (changeRate * changeRate));
}
