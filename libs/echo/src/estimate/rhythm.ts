const HOUR = 3_600;
const DAY = 24 * HOUR;
const HOURS = 24;
const DAYS = 7;
/** So many links of a wider rhythm stand behind each hour and each day. */
const PRIOR_LINKS = 10;
/** Old links fade, with about this many seconds of memory. */
const MEMORY = 28 * DAY;

/** Links seen and expected by hour of the day and day of the week: a small plain record. */
export interface RhythmRecord {
  readonly hours: readonly (readonly [seen: number, expected: number])[];
  readonly days: readonly (readonly [seen: number, expected: number])[];
  readonly to: number;
}

/**
 * When in the day and in the week new links come, as factors of a mean rate. Links that were found after a while may
 * have come at any time since the visit before: each hour in between gets its part. What is known of few links shrinks
 * towards the rhythm of a wider group, or towards none.
 */
export class Rhythm {
  private readonly hours = new Float64Array(2 * HOURS);
  private readonly days = new Float64Array(2 * DAYS);
  private to: number;
  private readonly wider: Rhythm | undefined;

  constructor(start: number, wider?: Rhythm) {
    this.to = start;
    this.wider = wider;
  }

  /** So many links came between two moments, where `rate` a second were expected without any rhythm. */
  add(links: number, { from, to, rate }: { from: number; to: number; rate: number }): void {
    if (!(to > from) || to - from > DAY) return;
    this.fade(to);
    const whole = this.span(from, to);
    for (let at = from; at < to;) {
      const until = Math.min(to, (Math.floor(at / HOUR) + 1) * HOUR);
      const share = this.span(at, until) / whole;
      this.count(at, links * share, rate * (until - at));
      at = until;
    }
  }

  private count(at: number, seen: number, expected: number): void {
    const [hour, day] = [hourOf(at), dayOf(at)];
    this.hours[2 * hour]! += seen;
    this.hours[2 * hour + 1]! += expected;
    this.days[2 * day]! += seen;
    this.days[2 * day + 1]! += expected;
  }

  private fade(to: number): void {
    if (!(to > this.to)) return;
    const kept = Math.exp((this.to - to) / MEMORY);
    for (let i = 0; i < this.hours.length; i += 1) this.hours[i]! *= kept;
    for (let i = 0; i < this.days.length; i += 1) this.days[i]! *= kept;
    this.to = to;
  }

  /** How many times the mean rate links come at a moment. */
  factor(at: number): number {
    return this.part('hours', hourOf(at)) * this.part('days', dayOf(at));
  }

  private part(which: 'hours' | 'days', i: number): number {
    const base: number = this.wider?.part(which, i) ?? 1;
    const [seen, expected] = [this[which][2 * i]!, this[which][2 * i + 1]!];
    return (seen + PRIOR_LINKS * base) / (expected + PRIOR_LINKS);
  }

  /** Seconds of mean rate between two moments. */
  span(from: number, to: number): number {
    let sum = 0;
    for (let at = from; at < to;) {
      const until = Math.min(to, (Math.floor(at / HOUR) + 1) * HOUR);
      sum += this.factor(at) * (until - at);
      at = until;
    }
    return sum;
  }

  save(): RhythmRecord {
    const pairs = (column: Float64Array) =>
      Array.from(
        { length: column.length / 2 },
        (_, i) => [column[2 * i]!, column[2 * i + 1]!] as const,
      );
    return { hours: pairs(this.hours), days: pairs(this.days), to: this.to };
  }

  static load(record: RhythmRecord, wider?: Rhythm): Rhythm {
    const rhythm = new Rhythm(record.to, wider);
    rhythm.hours.set(record.hours.flat());
    rhythm.days.set(record.days.flat());
    return rhythm;
  }
}

function hourOf(at: number): number {
  return Math.floor((((at % DAY) + DAY) % DAY) / HOUR);
}

function dayOf(at: number): number {
  const week = DAYS * DAY;
  return Math.floor((((at % week) + week) % week) / DAY);
}
