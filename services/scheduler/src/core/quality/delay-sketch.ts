/** A quantile is off by this share of itself at most. */
export const DELAY_ERROR = 0.05;

const LEAST_SECONDS = 1;
const MOST_SECONDS = 60 * 86_400;
const GAMMA = (1 + DELAY_ERROR) / (1 - DELAY_ERROR);
const LAST_BUCKET = Math.ceil(Math.log(MOST_SECONDS / LEAST_SECONDS) / Math.log(GAMMA));

/** A sketch as it is kept: numbers of buckets and their counts, one after the other. */
export type KeptSketch = readonly number[];

/**
 * How long things took, in buckets that grow with what they hold: at most 157 counts however many there were, and two sketches
 * add up to the sketch of both. Delays from a second to 60 days are told apart.
 */
export class DelaySketch {
  readonly #counts = new Map<number, number>();
  #count = 0;

  static from(kept: KeptSketch): DelaySketch {
    const sketch = new DelaySketch();
    for (let at = 0; at + 1 < kept.length; at += 2) sketch.#note(kept[at]!, kept[at + 1]!);
    return sketch;
  }

  get count(): number {
    return this.#count;
  }

  add(delayMs: number, weight = 1): void {
    const seconds = Math.max(LEAST_SECONDS, delayMs / 1_000);
    const bucket = Math.ceil(Math.log(seconds / LEAST_SECONDS) / Math.log(GAMMA));
    this.#note(Math.min(bucket, LAST_BUCKET), weight);
  }

  merge(other: DelaySketch): void {
    for (const [bucket, count] of other.#counts) this.#note(bucket, count);
  }

  /** The delay that this share of them did not pass, in milliseconds; undefined where there are none. */
  quantileMs(share: number): number | undefined {
    if (this.#count === 0) return undefined;
    let left = share * this.#count;
    const buckets = [...this.#counts.keys()].sort((one, other) => one - other);
    for (const bucket of buckets) {
      left -= this.#counts.get(bucket)!;
      if (left <= 0) return middleMs(bucket);
    }
    return middleMs(buckets.at(-1)!);
  }

  kept(): KeptSketch {
    return [...this.#counts].flat();
  }

  #note(bucket: number, count: number): void {
    this.#counts.set(bucket, (this.#counts.get(bucket) ?? 0) + count);
    this.#count += count;
  }
}

/** As far from one end of the bucket as from the other, by share. */
function middleMs(bucket: number): number {
  const seconds = bucket === 0 ? 1 : (2 * GAMMA ** bucket) / (GAMMA + 1);
  return Math.min(seconds, MOST_SECONDS) * LEAST_SECONDS * 1_000;
}
