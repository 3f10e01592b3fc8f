import { grown } from './interest.ts';

/** A rate may be believed no higher than this however little time has passed: a link a second. */
const SHORTEST_SPAN = 1;
/**
 * A list that is seen for the first time without dates may show links of any age. They are taken for new all the same:
 * too high a rate costs one visit, which sets it right, while too low a one may keep a good source unseen for ever.
 */
const SHORTEST_FIRST_SPAN = 3_600;

/** What a crawl of a source said about new links. */
export interface FoundNew {
  /** Links to pages unknown until then. */
  readonly count: number;
  /** Seconds since the crawl before; `undefined` at the first. */
  readonly seconds: number | undefined;
  /** Since the source is known, in seconds. */
  readonly known: number;
  /** Whether the list may have turned over, so that `count` is only what was left to see. */
  readonly overflow: boolean;
  /** The seconds that the list is believed to reach back, where it turned over. */
  readonly shown?: number | undefined;
  /** The seconds in which all links that the crawl showed came, by their dates; where they have dates. */
  readonly dated: number | undefined;
}

/** The rates of new links of many sources, a row each. */
export interface LinkRates {
  reserve(rows: number): void;
  begin(row: number): void;
  add(row: number, found: FoundNew): void;
  /** The plain rate; `since` is the time since its last crawl, which counts where nothing was found. */
  rate(row: number, since: number): number;
  /** The same shrunk towards a rate expected of it, that of its host: a Gamma prior that counts for `links` links. */
  posterior(row: number, expected: number, links: number): number;
  save(row: number): [number, number][];
  load(row: number, kept: readonly (readonly [number, number])[], crawls: number): void;
}

/**
 * The rate of new links of many sources, over a window of the last crawls of each. A window without a link is not a
 * rate of zero: half a link is assumed in the time since it began, which fades and never locks.
 */
export class NewLinks implements LinkRates {
  private readonly history: number;
  private counts = new Uint16Array(0);
  private seconds = new Float32Array(0);
  private used = new Uint8Array(0);
  private next = new Uint8Array(0);
  /** While the only crawl was the first one, its count and seconds are a guess that the next crawl replaces. */
  private guess = new Uint8Array(0);

  constructor(history: number) {
    this.history = history;
  }

  reserve(rows: number): void {
    this.counts = grown(this.counts, rows * this.history);
    this.seconds = grown(this.seconds, rows * this.history);
    this.used = grown(this.used, rows);
    this.next = grown(this.next, rows);
    this.guess = grown(this.guess, rows);
  }

  begin(row: number): void {
    this.used[row] = 0;
    this.next[row] = 0;
    this.guess[row] = 0;
  }

  add(row: number, found: FoundNew): void {
    if (this.guess[row] === 1) this.begin(row);
    if (found.seconds === undefined) {
      this.guess[row] = 1;
      this.push(row, found.count, firstSeconds(found));
      return;
    }
    const [count, seconds] = countAndSeconds(found, found.seconds);
    this.push(row, count, seconds);
  }

  private push(row: number, count: number, seconds: number): void {
    const slot = row * this.history + this.next[row]!;
    this.counts[slot] = Math.min(65_535, count);
    this.seconds[slot] = Math.max(SHORTEST_SPAN, seconds);
    this.next[row] = (this.next[row]! + 1) % this.history;
    if (this.used[row]! < this.history) this.used[row]! += 1;
  }

  /** Links and seconds of the window. */
  window(row: number): { count: number; seconds: number } {
    let [count, seconds] = [0, 0];
    const first = row * this.history;
    for (let i = first; i < first + this.used[row]!; i += 1) {
      count += this.counts[i]!;
      seconds += this.seconds[i]!;
    }
    return { count, seconds };
  }

  rate(row: number, since: number): number {
    const { count, seconds } = this.window(row);
    return count > 0 ? count / seconds : 0.5 / Math.max(3_600, seconds + since);
  }

  posterior(row: number, expected: number, links: number): number {
    const { count, seconds } = this.window(row);
    return (count + links) / (seconds + links / expected);
  }

  save(row: number): [number, number][] {
    const kept: [number, number][] = [];
    const used = this.used[row]!;
    for (let i = 0; i < used; i += 1) {
      const slot =
        row * this.history + ((this.next[row]! + this.history - used + i) % this.history);
      kept.push([this.counts[slot]!, this.seconds[slot]!]);
    }
    return kept;
  }

  /** A source with one crawl has only a guess. */
  load(row: number, kept: readonly (readonly [number, number])[], crawls: number): void {
    this.begin(row);
    for (const [count, seconds] of kept.slice(-this.history)) this.push(row, count, seconds);
    this.guess[row] = crawls <= 1 ? 1 : 0;
  }
}

/** At the first crawl the dates say how long the links took to come; without them they may all be new. */
export function firstSeconds({ known, dated }: FoundNew): number {
  return dated ?? Math.max(SHORTEST_FIRST_SPAN, known);
}

/** A list that turned over shows the last links only: they came in the time that their dates, or others, say. */
export function countAndSeconds(found: FoundNew, seconds: number): [number, number] {
  const { count, overflow, dated, shown } = found;
  return [count, overflow ? Math.min(seconds, dated ?? shown ?? seconds) : seconds];
}
