/** Visits are looked at over this many days from a page's birth. */
export const LASTING_DAYS = 14;
/** Fewer visits than this say nothing. */
const FEWEST_VISITS = 20;
/** A level page has 4 of 14 in its last four days; one that is forgotten in a few days next to none. */
const LATE_DAYS = 4;
const LASTING_SHARE = 0.14;

/** What the pages of a source are: read for days, or for good. */
export type Life = 'ephemeral' | 'lasting' | 'unknown';

/**
 * Whether pages are ephemeral or lasting, by the shape of their visits over 14 days: `visits` by days of age, and how
 * many pages have lived through each. Only days that pages have lived count, so young pages do not look forgotten.
 */
export function lifeOf(visits: readonly number[], pages: readonly number[]): Life {
  let [early, late, sum] = [0, 0, 0];
  for (let day = 0; day < LASTING_DAYS; day += 1) {
    if (!(pages[day]! > 0)) return 'unknown';
    const each = (visits[day] ?? 0) / pages[day]!;
    sum += visits[day] ?? 0;
    if (day >= LASTING_DAYS - LATE_DAYS) late += each;
    else early += each;
  }
  if (sum < FEWEST_VISITS) return 'unknown';
  return late / (early + late) >= LASTING_SHARE ? 'lasting' : 'ephemeral';
}
