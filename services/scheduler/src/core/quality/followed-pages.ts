import { hash } from 'node:crypto';
import type { Url } from '@mayfly/url';

/** What a page of a crawl is known by: 64 bits of a hash. */
export interface PageKey {
  readonly high: number;
  readonly low: number;
}

export function pageKey(crawl: string, url: Url): PageKey {
  const bytes = hash('sha256', `${crawl} ${url}`, 'buffer');
  return { high: bytes.readUInt32BE(0), low: bytes.readUInt32BE(4) };
}

const FEWEST_PLACES = 1_024;

/**
 * When pages were stored, of so many pages at most. When there are more, half of them are let go, chosen by their key, and those
 * that stay stand for two: every page that is followed counts `weight` times, so sums stay right on average. 24 bytes a page.
 */
export class FollowedPages {
  readonly #most: number;
  #high = new Uint32Array(FEWEST_PLACES);
  #low = new Uint32Array(FEWEST_PLACES);
  /** In seconds; 0 where nobody is. */
  #seconds = new Uint32Array(FEWEST_PLACES);
  #size = 0;
  #level = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#size;
  }

  /** How many pages one stands for. */
  get weight(): number {
    return 2 ** this.#level;
  }

  /** Whether the page is followed from now on, and was not before; what was stored before that time was another crawl's. */
  add(key: PageKey, storedMs: number, sinceMs = 0): boolean {
    if (!this.#isChosen(key.low)) return false;
    const place = this.#placeOf(key);
    if (this.#seconds[place] !== 0) {
      if (!isBefore(this.#seconds[place]!, sinceMs)) return false;
      this.#seconds[place] = secondsOf(storedMs);
      return true;
    }
    if (this.#size >= this.#most) {
      this.#level += 1;
      this.#rebuild(this.#seconds.length, (low) => this.#isChosen(low));
      return this.add(key, storedMs, sinceMs);
    }
    if (2 * (this.#size + 1) > this.#seconds.length) {
      this.#rebuild(2 * this.#seconds.length, () => true);
    }
    this.#put(key, secondsOf(storedMs));
    return true;
  }

  /** One page stands for so many at least: those that were kept stood for as many. */
  standFor(weight: number): void {
    if (weight <= this.weight) return;
    this.#level = Math.ceil(Math.log2(weight));
    this.#rebuild(this.#seconds.length, (low) => this.#isChosen(low));
  }

  /** When it was stored, unless that was before this time. */
  storedMs(key: PageKey, sinceMs = 0): number | undefined {
    const seconds = this.#seconds[this.#placeOf(key)]!;
    return seconds === 0 || isBefore(seconds, sinceMs) ? undefined : seconds * 1_000;
  }

  forgetBefore(storedMs: number): void {
    const least = storedMs / 1_000;
    this.#rebuild(this.#seconds.length, (_, seconds) => seconds >= least);
  }

  #isChosen(low: number): boolean {
    return low % this.weight === 0;
  }

  #put(key: PageKey, seconds: number): void {
    const place = this.#placeOf(key);
    this.#high[place] = key.high;
    this.#low[place] = key.low;
    this.#seconds[place] = seconds;
    this.#size += 1;
  }

  /** Where it is, or where it would be. At least half of the places are free, so there is an end. */
  #placeOf({ high, low }: PageKey): number {
    const places = this.#seconds.length;
    let place = high % places;
    while (
      this.#seconds[place] !== 0 &&
      !(this.#high[place] === high && this.#low[place] === low)
    ) {
      place = (place + 1) % places;
    }
    return place;
  }

  #rebuild(places: number, stays: (low: number, seconds: number) => boolean): void {
    const [highs, lows, seconds] = [this.#high, this.#low, this.#seconds];
    this.#high = new Uint32Array(places);
    this.#low = new Uint32Array(places);
    this.#seconds = new Uint32Array(places);
    this.#size = 0;
    for (let place = 0; place < seconds.length; place += 1) {
      if (seconds[place] === 0 || !stays(lows[place]!, seconds[place]!)) continue;
      this.#put({ high: highs[place]!, low: lows[place]! }, seconds[place]!);
    }
  }
}

const secondsOf = (ms: number): number => Math.max(1, Math.round(ms / 1_000));
const isBefore = (seconds: number, ms: number): boolean => seconds < secondsOf(ms);
