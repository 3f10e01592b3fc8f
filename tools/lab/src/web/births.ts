import type { Draws } from './draws.ts';
import type { Section } from './hosts.ts';
import type { HostKind, WebShape } from './web-shape.ts';

const HOUR_SECONDS = 3_600;
const HOURS_OF_WEEK = 168;
/** How busy each hour of a working day is, from midnight on. */
const HOURS = [
  0.35, 0.25, 0.2, 0.18, 0.18, 0.22, 0.35, 0.6, 0.95, 1.3, 1.5, 1.6, 1.6, 1.55, 1.6, 1.6, 1.55,
  1.45, 1.3, 1.15, 1.05, 0.95, 0.75, 0.55,
];
const WEEKEND = 0.6;
const SATURDAY = 5;

/** Pages in order of birth; each has its section. */
export interface Births {
  readonly born: Float64Array;
  readonly section: Int32Array;
}

/** Births follow the rhythm of day and week, and some days of a section are busier than others. */
export function drawBirths(sections: readonly Section[], shape: WebShape, draws: Draws): Births {
  const count = sections.reduce((sum, { pages }) => sum + pages, 0);
  const born = new Float64Array(count);
  const section = new Int32Array(count);
  let at = 0;
  for (const [index, { pages, kind }] of sections.entries()) {
    const busy = cumulativeHours(shape, shape.kinds[kind]!, draws);
    for (let i = 0; i < pages; i++) {
      born[at] = momentAt(busy, draws.uniform());
      section[at++] = index;
    }
  }
  const order = Uint32Array.from(born.keys()).sort((a, b) => born[a]! - born[b]!);
  return {
    born: Float64Array.from(order, (index) => born[index]!),
    section: Int32Array.from(order, (index) => section[index]!),
  };
}

/** How busy one section is up to the end of each hour. */
function cumulativeHours(
  { weeks, firstHour }: WebShape,
  kind: HostKind,
  draws: Draws,
): Float64Array {
  const hours = new Float64Array(weeks * HOURS_OF_WEEK);
  let sum = 0;
  let mood = draws.logNormal(1, kind.burst);
  for (let i = 0; i < hours.length; i++) {
    const hour = firstHour + i;
    const isWeekend = Math.floor(hour / HOURS.length) % 7 >= SATURDAY;
    if (hour % HOURS.length === 0) mood = draws.logNormal(1, kind.burst);
    const busy = HOURS[hour % HOURS.length]! * (isWeekend ? WEEKEND : 1);
    sum += busy ** kind.rhythm * mood;
    hours[i] = sum;
  }
  return hours;
}

function momentAt(busy: Float64Array, share: number): number {
  const wanted = share * busy.at(-1)!;
  let low = 0;
  let high = busy.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (busy[middle]! <= wanted) low = middle + 1;
    else high = middle;
  }
  const before = low === 0 ? 0 : busy[low - 1]!;
  return (low + (wanted - before) / (busy[low]! - before)) * HOUR_SECONDS;
}
