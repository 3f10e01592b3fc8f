import type { Draws } from '../web/draws.ts';

/** A group of rows that are alike: their mean, and how many they are. */
export interface Cluster {
  readonly centre: Float64Array;
  readonly size: number;
}

const ROUNDS = 50;

/** The k-means method; first centres are rows far from those before. The largest cluster comes first. */
export function kMeans(rows: readonly Float64Array[], k: number, draws: Draws): Cluster[] {
  let centres = firstCentres(rows, k, draws);
  let sizes = new Int32Array(centres.length);
  for (let round = 0; round < ROUNDS; round++) {
    const sums = centres.map((centre) => new Float64Array(centre.length));
    sizes = new Int32Array(centres.length);
    for (const row of rows) {
      const nearest = nearestOf(centres, row).index;
      sizes[nearest]!++;
      row.forEach((value, at) => (sums[nearest]![at]! += value));
    }
    const moved = centres.map((old, i) =>
      sizes[i] === 0 ? old : sums[i]!.map((sum) => sum / sizes[i]!),
    );
    const same = moved.every((centre, i) => distance(centre, centres[i]!) < 1e-12);
    centres = moved;
    if (same) break;
  }
  return centres.map((centre, i) => ({ centre, size: sizes[i]! })).sort((a, b) => b.size - a.size);
}

/** Each next one by chance, in proportion to the squared distance from those there are. */
function firstCentres(rows: readonly Float64Array[], k: number, draws: Draws): Float64Array[] {
  const centres = [rows[draws.below(rows.length)]!.slice()];
  while (centres.length < Math.min(k, rows.length)) {
    const far = rows.map((row) => nearestOf(centres, row).distance);
    let left = draws.uniform() * far.reduce((sum, each) => sum + each, 0);
    let next = 0;
    while (next < rows.length - 1 && left > far[next]!) left -= far[next++]!;
    centres.push(rows[next]!.slice());
  }
  return centres;
}

function nearestOf(centres: readonly Float64Array[], row: Float64Array) {
  let best = { index: 0, distance: Infinity };
  for (const [index, centre] of centres.entries()) {
    const far = distance(centre, row);
    if (far < best.distance) best = { index, distance: far };
  }
  return best;
}

function distance(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i]! - b[i]!) ** 2;
  return sum;
}
