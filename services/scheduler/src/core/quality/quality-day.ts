import { DelaySketch, type KeptSketch } from './delay-sketch.ts';

const HOURS = 24;

/** What is summed up by the hour. */
export interface HourSums {
  /** Pages that were stored. */
  pages: number;
  /** What they were expected to bring when they were, in visits. */
  expected: number;
  /** Visits in the week after that. */
  counted: number;
  /** Pages that were found. */
  found: number;
  /** What those would bring if they were stored the moment they were born. */
  possible: number;
}

/** A day as it is kept. */
export interface KeptDay {
  readonly day: number;
  /** When the first page of the day was found or stored. */
  readonly sinceMs: number;
  /** How many pages one stood for, at most. */
  readonly weight: number;
  /** 24 of each. */
  readonly sums: Readonly<Record<keyof HourSums, readonly number[]>>;
  readonly discovery: KeptSketch;
  readonly crawling: KeptSketch;
}

/** What happened in a crawl on one day, UTC. */
export class QualityDay {
  readonly day: number;
  sinceMs = Infinity;
  weight = 1;
  readonly discovery: DelaySketch;
  readonly crawling: DelaySketch;
  readonly #hours: readonly HourSums[];

  constructor(day: number, kept?: KeptDay) {
    this.day = day;
    this.#hours = Array.from({ length: HOURS }, (_, hour) => hourOf(kept, hour));
    this.discovery = DelaySketch.from(kept?.discovery ?? []);
    this.crawling = DelaySketch.from(kept?.crawling ?? []);
    if (kept === undefined) return;
    this.sinceMs = kept.sinceMs;
    this.weight = kept.weight;
  }

  hour(hour: number): HourSums {
    return this.#hours[hour]!;
  }

  kept(): KeptDay {
    const { day, sinceMs, weight, discovery, crawling } = this;
    const column = (name: keyof HourSums) => this.#hours.map((hour) => hour[name]);
    const sums = {
      ...{ pages: column('pages'), expected: column('expected'), counted: column('counted') },
      ...{ found: column('found'), possible: column('possible') },
    };
    return {
      ...{ day, sinceMs, weight, sums },
      ...{ discovery: discovery.kept(), crawling: crawling.kept() },
    };
  }
}

function hourOf(kept: KeptDay | undefined, hour: number): HourSums {
  const of = (name: keyof HourSums) => kept?.sums[name][hour] ?? 0;
  return {
    ...{ pages: of('pages'), expected: of('expected'), counted: of('counted') },
    ...{ found: of('found'), possible: of('possible') },
  };
}
