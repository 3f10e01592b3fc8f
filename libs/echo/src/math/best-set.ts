import { type KeptSet, scheduleOf } from './algorithm-one.ts';
import type { Schedule } from './rate-columns.ts';

/** Trying every set takes 2^n schedules. */
const MOST_SOURCES = 16;

/** The best set of a few sources by trying all: what Algorithm 1 and prices are measured against. */
export function bestSet(sources: Omit<KeptSet, 'kept'>, rate: number): Schedule {
  const { count } = sources.rates;
  if (count > MOST_SOURCES) throw new RangeError(`${count} sources have too many sets to try`);
  let best: Schedule | undefined;
  for (let bits = 0; bits < 1 << count; bits += 1) {
    const kept = Uint8Array.from({ length: count }, (_, i) => (bits >> i) & 1);
    const schedule = scheduleOf({ ...sources, kept }, rate);
    if (best === undefined || schedule.profit > best.profit) best = schedule;
  }
  return best!;
}

/** The share of the best profit that a schedule leaves behind. */
export function lossAgainst(best: Schedule, schedule: Schedule): number {
  return best.profit > 0 ? Math.max(0, 1 - schedule.profit / best.profit) : 0;
}
