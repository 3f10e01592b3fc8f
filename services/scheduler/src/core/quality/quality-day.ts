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
  /** What those would bring if they were stored the moment they were born, by what was believed when they were found. */
  possible: number;
  /** Those of them that were stored since. */
  fetched: number;
  /** What the pages that were stored would have brought the moment they were born, by the same belief as `expected`. */
  reachable: number;
}

type Later = 'fetched' | 'reachable';

/** A day as it is kept. */
export interface KeptDay {
  readonly day: number;
  /** When the first page of the day was found or stored. */
  readonly sinceMs: number;
  /** How many pages one stood for, at most. */
  readonly weight: number;
  /** 24 of each; days of earlier builds lack the last two. */
  readonly sums: Readonly<Record<Exclude<keyof HourSums, Later>, readonly number[]>> &
    Readonly<Partial<Record<Later, readonly number[]>>>;
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
      ...{ fetched: column('fetched'), reachable: column('reachable') },
    };
    return {
      ...{ day, sinceMs, weight, sums },
      ...{ discovery: discovery.kept(), crawling: crawling.kept() },
    };
  }
}

function hourOf(kept: KeptDay | undefined, hour: number): HourSums {
  const of = (name: keyof HourSums) => kept?.sums[name]?.[hour] ?? 0;
  const [expected, found] = [of('expected'), of('found')];
  const isWhole = kept?.sums.reachable !== undefined;
  return {
    ...{ pages: of('pages'), expected, counted: of('counted'), found, possible: of('possible') },
    fetched: isWhole ? of('fetched') : found * (1 - lostShare(kept)),
    reachable: isWhole ? of('reachable') : expected,
  };
}

/** Of a day that says nothing of single pages: the share of what was possible that was not captured. */
function lostShare(kept: KeptDay | undefined): number {
  const sumOf = (name: 'expected' | 'possible') =>
    kept?.sums[name].reduce((sum, each) => sum + each, 0) ?? 0;
  const possible = sumOf('possible');
  return possible === 0 ? 0 : Math.max(0, 1 - sumOf('expected') / possible);
}

/** What was possible: of pages that were stored as much as is believed of them now, of the others as when they were found. */
export function possibleIn({ found, possible, fetched, reachable }: HourSums): number {
  const isLost = found === 0 ? 0 : Math.max(0, 1 - fetched / found);
  return reachable + possible * isLost;
}
