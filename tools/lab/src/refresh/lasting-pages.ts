import { Draws } from '../web/draws.ts';

const DAY = 86_400;
/** Changes come every four days in the middle, and pages differ a thousandfold; so do their readers, tenfold. */
const CHANGE = { median: 1 / (4 * DAY), spread: 1.5 };
const VISITS = { median: 20 / DAY, spread: 0.8 };

/** Lasting pages as columns: changes per second, and visits per second. */
export interface LastingPages {
  readonly count: number;
  readonly changes: Float64Array;
  readonly visits: Float64Array;
}

/** Draws pages that change at random, each at a pace of its own; all read alike where that is asked for. */
export function drawLastingPages(
  seed: number,
  { count, readAlike }: { readonly count: number; readonly readAlike: boolean },
): LastingPages {
  const draws = new Draws(seed, 1);
  const changes = new Float64Array(count).map(() => draws.logNormal(CHANGE.median, CHANGE.spread));
  const visits = new Float64Array(count).map(() =>
    readAlike ? VISITS.median : draws.logNormal(VISITS.median, VISITS.spread),
  );
  return { count, changes, visits };
}
