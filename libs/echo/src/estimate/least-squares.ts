import { FASTEST_DECAY, type InterestFit, SLOWEST_DECAY } from './interest.ts';

/** Visits of a source's pages by age, in bins of equal length from birth on. */
export interface AgeHistogram {
  readonly binSeconds: number;
  /** Visits in each bin, of those pages only that have lived through it. */
  readonly visits: readonly number[];
  /** Pages that have lived through each bin. */
  readonly pages: readonly number[];
}

/** Steps of the search over the decay. */
const STEPS = 60;

/**
 * The paper's Algorithm 2 as a reference: least squares of P (1 - e^(-mu age)) to the average cumulative visits. Each
 * bin is divided by the pages that are old enough for it, or young pages would make P low and mu high. P is linear
 * given mu, so only mu is searched for, in its logarithm and within bounds; descent in both at once does not arrive.
 */
export function fitLeastSquares(histogram: AgeHistogram): InterestFit | undefined {
  const curve = averageCurve(histogram);
  if (curve.length < 2 || curve.at(-1) === 0) return undefined;
  const { binSeconds } = histogram;
  const ratio = (Math.sqrt(5) - 1) / 2;
  let [low, high] = [Math.log(SLOWEST_DECAY), Math.log(FASTEST_DECAY)];
  for (let step = 0; step < STEPS; step += 1) {
    const [a, b] = [high - ratio * (high - low), low + ratio * (high - low)];
    if (
      errorAt(curve, binSeconds, Math.exp(a)).error < errorAt(curve, binSeconds, Math.exp(b)).error
    ) {
      high = b;
    } else low = a;
  }
  const decay = Math.exp((low + high) / 2);
  return { profit: errorAt(curve, binSeconds, decay).profit, decay };
}

/** Visits a page has had on average by the end of each bin, as far as any page has lived. */
function averageCurve({ visits, pages }: AgeHistogram): number[] {
  const curve: number[] = [];
  let sum = 0;
  for (let i = 0; i < visits.length; i += 1) {
    if (!(pages[i]! > 0)) break;
    sum += visits[i]! / pages[i]!;
    curve.push(sum);
  }
  return curve;
}

/** The best profit at a decay, and the squares it leaves. */
function errorAt(curve: readonly number[], binSeconds: number, decay: number) {
  let [cross, square] = [0, 0];
  for (let i = 0; i < curve.length; i += 1) {
    const share = -Math.expm1(-decay * (i + 1) * binSeconds);
    cross += share * curve[i]!;
    square += share * share;
  }
  const profit = cross / square;
  let error = 0;
  for (let i = 0; i < curve.length; i += 1) {
    const share = -Math.expm1(-decay * (i + 1) * binSeconds);
    error += (profit * share - curve[i]!) ** 2;
  }
  return { profit, error };
}
