import type { Cell, CellResult } from './cell.ts';

/** Rates at which it is tried. */
const LADDER = [0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.2, 1.4, 1.6, 1.8, 2, 2.5, 3];
const ENOUGH = 0.99;

/** The smallest rate of the ladder at which breadth first reaches nearly the bound; undefined where none does. */
export async function bfsRateForNearlyAll(
  usual: Cell,
  run: (cell: Cell) => Promise<CellResult>,
): Promise<number | undefined> {
  let low = 0;
  let high = LADDER.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const { score } = await run({ ...usual, policy: 'bfs', rate: LADDER[middle]! });
    if (score >= ENOUGH) high = middle;
    else low = middle + 1;
  }
  return LADDER[low];
}
