/** Lengths of time are sorted into octaves, from a minute to some years. */
const SHORTEST = 60;
const OCTAVES = 24;
/** Older visits count less, by this factor at each visit. */
const KEPT = 0.97;

/** What was seen of a page that changes: a small plain record. */
export interface ChangeRecord {
  /** Seconds of visits that saw no change. */
  readonly unchanged: number;
  /** Visits that saw a change, by octaves of the time since the visit before. */
  readonly changed: readonly number[];
}

/** Nothing seen yet. */
export const NO_CHANGES: ChangeRecord = { unchanged: 0, changed: [] };

/** Adds a visit, `seconds` after the one before. */
export function sawChange(record: ChangeRecord, seconds: number, changed: boolean): ChangeRecord {
  if (!(seconds > 0)) return record;
  const counts = record.changed.map((count) => count * KEPT);
  const unchanged = record.unchanged * KEPT;
  if (!changed) return { unchanged: unchanged + seconds, changed: counts };
  const octave = Math.max(0, Math.min(OCTAVES - 1, Math.round(Math.log2(seconds / SHORTEST))));
  while (counts.length <= octave) counts.push(0);
  counts[octave]! += 1;
  return { unchanged, changed: counts };
}

/**
 * Changes per second from visits at any distance, each of which saw only whether there was a change: the rate at which
 * that is most likely. It solves sum over changed of w / (e^(rate w) - 1) = sum over unchanged of w; so many made-up
 * visits of each kind, at `usual` seconds, make sure that there is one. Half a visit at the usual distance is what
 * takes the bias from visits at one distance.
 */
export function changeRate(record: ChangeRecord, usual: number, madeUp = 1): number {
  const unchanged = record.unchanged + madeUp * usual;
  const excess = (rate: number) => {
    let sum = (madeUp * usual) / Math.expm1(rate * usual) - unchanged;
    record.changed.forEach((count, octave) => {
      const seconds = SHORTEST * 2 ** octave;
      if (count > 0) sum += (count * seconds) / Math.expm1(rate * seconds);
    });
    return sum;
  };
  let [low, high] = [1e-10, 1];
  for (let step = 0; step < 60; step += 1) {
    const middle = Math.sqrt(low * high);
    if (excess(middle) > 0) low = middle;
    else high = middle;
  }
  return Math.sqrt(low * high);
}

/** The same for visits at one distance, corrected for several changes that look like one. */
export function changeRateOfRegular(visits: number, changed: number, interval: number): number {
  return Math.log((visits + 0.5) / (visits - changed + 0.5)) / interval;
}
