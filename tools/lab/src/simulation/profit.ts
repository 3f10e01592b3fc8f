import type { Web } from '../web/web.ts';

/** Dynamic quality is sampled so often, as in the paper. */
export const SAMPLE_SECONDS = 120;

/** What was earned in each stretch between samples. */
export class Earnings {
  readonly #bins: Float64Array;

  constructor(seconds: number) {
    this.#bins = new Float64Array(Math.ceil(seconds / SAMPLE_SECONDS));
  }

  add(at: number, profit: number): void {
    this.#bins[Math.min(Math.floor(at / SAMPLE_SECONDS), this.#bins.length - 1)]! += profit;
  }

  get total(): number {
    return this.#bins.reduce((sum, each) => sum + each, 0);
  }

  /** Profit per second in the window that ends at each sample; at first, part of the window lies before the start. */
  quality(windowSeconds: number): Float64Array {
    const width = Math.round(windowSeconds / SAMPLE_SECONDS);
    let sum = 0;
    return this.#bins.map((bin, i) => {
      sum += bin - (i >= width ? this.#bins[i - width]! : 0);
      return sum / windowSeconds;
    });
  }
}

/** Average and standard deviation over time of a quality, in the last of the time. */
export function lastPart(
  quality: Float64Array,
  lastSeconds: number,
): { readonly mean: number; readonly deviation: number } {
  const part = quality.subarray(-Math.round(lastSeconds / SAMPLE_SECONDS));
  const mean = part.reduce((sum, each) => sum + each, 0) / part.length;
  const square = part.reduce((sum, each) => sum + (each - mean) ** 2, 0) / part.length;
  return { mean, deviation: Math.sqrt(square) };
}

/** What somebody earns who crawls every page the moment it appears. */
export function bound(web: Web): Earnings {
  const earnings = new Earnings(web.seconds);
  const { count, born, start } = web.pages;
  for (let page = 0; page < count; page++) {
    earnings.add(born[page]!, start[page + 1]! - start[page]!);
  }
  return earnings;
}
