import { grown } from './interest.ts';
import { countAndSeconds, firstSeconds, type FoundNew, type LinkRates } from './new-links.ts';

const SHORTEST_SPAN = 1;
/** Noise in a rate costs more than being late to follow it, so three windows' worth of crawls count. */
const WINDOWS = 3;

/**
 * The rate of new links of many sources from all crawls of each, older ones counting less and less: the noise of a long
 * window in two numbers a source.
 */
export class FadingLinks implements LinkRates {
  private readonly kept: number;
  private counts = new Float32Array(0);
  private seconds = new Float32Array(0);
  /** While the only crawl was the first one, its count and seconds are a guess that the next crawl replaces. */
  private guess = new Uint8Array(0);

  constructor(history: number) {
    // Weights that fall by this factor have the variance of so long a window.
    const crawls = WINDOWS * history;
    this.kept = (crawls - 1) / (crawls + 1);
  }

  reserve(rows: number): void {
    this.counts = grown(this.counts, rows);
    this.seconds = grown(this.seconds, rows);
    this.guess = grown(this.guess, rows);
  }

  begin(row: number): void {
    this.counts[row] = 0;
    this.seconds[row] = 0;
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
    this.counts[row] = this.counts[row]! * this.kept + count;
    this.seconds[row] = this.seconds[row]! * this.kept + Math.max(SHORTEST_SPAN, seconds);
  }

  rate(row: number, since: number): number {
    const [count, seconds] = [this.counts[row]!, this.seconds[row]!];
    return count > 0 ? count / seconds : 0.5 / Math.max(3_600, seconds + since);
  }

  posterior(row: number, expected: number, links: number): number {
    return (this.counts[row]! + links) / (this.seconds[row]! + links / expected);
  }

  /** One entry that stands for all. */
  save(row: number): [number, number][] {
    return this.seconds[row]! > 0 ? [[this.counts[row]!, this.seconds[row]!]] : [];
  }

  load(row: number, kept: readonly (readonly [number, number])[], crawls: number): void {
    this.begin(row);
    for (const [count, seconds] of kept) this.push(row, count, seconds);
    this.guess[row] = crawls <= 1 ? 1 : 0;
  }
}
