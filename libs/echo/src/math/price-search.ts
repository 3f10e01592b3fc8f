import { gInverse } from './discovery.ts';

/** Sources as columns, so that a million of them are a few arrays of numbers. */
export interface SourceColumns {
  readonly count: number;
  /** What a visit can earn at most, and how fast interest fades. */
  readonly weight: Float64Array;
  readonly decay: Float64Array;
  /** Requests per second for the pages of a source that is visited at all. */
  readonly load: Float64Array;
  /** The price from which on a source is refused; at most its weight. */
  readonly limit: Float64Array;
  /** Seconds that each is left alone between two visits at least; 0 unless said. */
  readonly shortest?: number;
}

/** Requests per second that all sources ask for at a price. It falls with the price, and jumps where a source goes. */
export function demandAt(sources: SourceColumns, price: number, step = 1): number {
  const { count, weight, decay, load, limit, shortest = 0 } = sources;
  const most = 1 / shortest;
  let demand = 0;
  for (let i = 0; i < count; i += step) {
    if (limit[i]! <= price) continue;
    demand += Math.min(most, decay[i]! / gInverse(price / weight[i]!)) + load[i]!;
  }
  return demand * step;
}

/** Two prices next to each other with the rate between their demands; `high` can be paid. */
export interface PriceBracket {
  readonly low: number;
  readonly high: number;
  /** Demand at the low price, and at the high one. */
  readonly most: number;
  readonly least: number;
}

/** Prices span many decades, so the search is in their logarithm and stops at this width. */
const WIDTH = 1e-9;
const WIDTH_OF_MANY = 1e-7;
const WIDTH_OF_SAMPLE = 1e-4;
/** From here on a sample finds the neighbourhood first, since a pass over all is dear. */
const SAMPLE_FROM = 20_000;
const SAMPLE = 4_096;
/** Close enough to the rate to stop, where no jump is in the way. */
const NEAR = 1e-6;
const NEAR_OF_MANY = 1e-5;
/** A price next to another, between which the sample says how steep demand is; and how far beyond that to go. */
const NEXT = 1.02;
const BEYOND = 1.25;
/** No step goes closer than this share to an end of the bracket. */
const EDGE = 5e-4;
/** A step that leaves more than this share of the error is followed by a halving. */
const ENOUGH = 0.25;

/**
 * The price at which demand meets the rate. Demand jumps where a source is let go, so the rate may be met nowhere:
 * the search ends on the width of the price, not on the error, and answers both sides of the jump. Where sources are left
 * alone for a while, all that they may ask for may be less than the rate: then nothing has a price.
 */
export function findPrice(sources: SourceColumns, rate: number): PriceBracket {
  let top = 0;
  for (let i = 0; i < sources.count; i += 1) if (sources.limit[i]! > top) top = sources.limit[i]!;
  if (top === 0) return { low: 0, high: 0, most: 0, least: 0 };
  const all = (sources.shortest ?? 0) > 0 ? demandAt(sources, 0) : Infinity;
  if (all <= rate) return { low: 0, high: 0, most: all, least: all };
  const step = sources.count >= SAMPLE_FROM ? Math.floor(sources.count / SAMPLE) : 1;
  const rough = narrow(sources, rate, below(sources, rate, top, step), step);
  return step === 1
    ? rough
    : narrow(sources, rate, around(sources, rate, { guess: rough.high, top, step }));
}

/** From the top down to a price at which more is asked for than there is; towards 0 demand has no bound. */
function below(sources: SourceColumns, rate: number, top: number, step: number): PriceBracket {
  let [high, least] = [top, 0];
  let low = top / 2;
  let most = demandAt(sources, low, step);
  while (most <= rate && low > Number.MIN_VALUE) {
    [high, least] = [low, most];
    low /= 16;
    most = demandAt(sources, low, step);
  }
  return { low, high, most, least };
}

/** Both sides of a guess: how far to go for the other side is told by how steep the sample is there. */
function around(
  sources: SourceColumns,
  rate: number,
  { guess, top, step }: { guess: number; top: number; step: number },
): PriceBracket {
  const near = demandAt(sources, guess);
  const falls = demandAt(sources, guess / NEXT, step) / demandAt(sources, guess, step);
  const away = Math.abs(Math.log(near / rate) / Math.log(falls)) * BEYOND;
  const first = NEXT ** Math.min(1, Math.max(0.05, away > 0 ? away : 1));
  let [low, most, high, least] = [guess, near, guess, near];
  for (let by = first; most <= rate && low > Number.MIN_VALUE; by *= by) {
    [high, least] = [low, most];
    low /= by;
    most = demandAt(sources, low);
  }
  for (let by = first; least > rate && high < top; by *= by) {
    [low, most] = [high, least];
    high = Math.min(top, high * by);
    least = demandAt(sources, high);
  }
  return { low, high, most, least };
}

/**
 * False position in logarithms, aimed at the side that can be paid, so that it ends as soon as it is near; halved
 * whenever a step brings it not much nearer, as at a jump. Few passes where demand is smooth.
 */
function narrow(
  sources: SourceColumns,
  rate: number,
  bracket: PriceBracket,
  step = 1,
): PriceBracket {
  let { low, high, most, least } = bracket;
  const few = sources.count < SAMPLE_FROM;
  const exact = few ? WIDTH : WIDTH_OF_MANY;
  const near = few ? NEAR : NEAR_OF_MANY;
  const width = 1 + (step === 1 ? exact : WIDTH_OF_SAMPLE);
  const aim = rate * (1 - near / 2);
  let halve = false;
  let off = Infinity;
  while (high > low * width && least < rate * (1 - near)) {
    const over = (most - aim) / (most - least);
    const share = halve ? 0.5 : Math.min(1 - EDGE, Math.max(EDGE, over));
    const middle = low * (high / low) ** share;
    const demand = demandAt(sources, middle, step);
    if (demand > rate) [low, most] = [middle, demand];
    else [high, least] = [middle, demand];
    halve = !halve && Math.abs(demand - aim) > off * ENOUGH;
    off = Math.min(off, Math.abs(demand - aim));
  }
  return { low, high, most, least };
}
