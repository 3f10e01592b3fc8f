import {
  algorithmOne,
  bestSet,
  lossAgainst,
  paperWeights,
  poissonWeight,
  pricePlan,
  type RateColumns,
  rateColumns,
} from '@mayfly/echo';
import { Draws } from '../web/draws.ts';

const CASES = 12;
const SOURCES = 8;
const RATES = [0.003, 0.01, 0.03];

/** Shares of the best profit that a way of choosing sources leaves behind. */
export interface SetLoss {
  readonly mean: number;
  readonly worst: number;
}

/** What Algorithm 1 and one price lose against the best set of a few sources, which is found by trying all. */
export function setLosses(): { readonly algorithmOne: SetLoss; readonly price: SetLoss } {
  const [byAlgorithm, byPrice]: [number[], number[]] = [[], []];
  for (let seed = 1; seed <= CASES; seed++) {
    const rates = someSources(seed);
    for (const rate of RATES) {
      const load = rates.lambda;
      const asPaper = bestSet({ rates, weight: paperWeights(rates), load }, rate);
      byAlgorithm.push(lossAgainst(asPaper, algorithmOne(rates, rate)));
      const best = bestSet({ rates, weight: poissonWeights(rates), load }, rate);
      byPrice.push(lossAgainst(best, pricePlan(rates, rate)));
    }
  }
  return { algorithmOne: lossOf(byAlgorithm), price: lossOf(byPrice) };
}

/** Rates, profits and decays over some decades. */
function someSources(seed: number): RateColumns {
  const draws = new Draws(seed, 21);
  return rateColumns(
    Array.from({ length: SOURCES }, () => ({
      lambda: 10 ** (-5 + 3 * draws.uniform()),
      profit: 10 ** (-2 + 3 * draws.uniform()),
      decay: 1 / (3_600 * 10 ** (2 * draws.uniform())),
    })),
  );
}

function poissonWeights({ lambda, profit, decay }: RateColumns): Float64Array {
  return lambda.map((each, i) =>
    poissonWeight({ lambda: each, profit: profit[i]!, decay: decay[i]! }),
  );
}

function lossOf(losses: readonly number[]): SetLoss {
  const mean = losses.reduce((sum, each) => sum + each, 0) / losses.length;
  return { mean, worst: Math.max(...losses) };
}
