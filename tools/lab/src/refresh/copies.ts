import type { Draws } from '../web/draws.ts';
import type { LastingPages } from './lasting-pages.ts';

/** Freshness and age of all copies over a stretch of time, each copy counting by its page's visits. */
export interface CopyQuality {
  /** Share of visits that see what the page says now. */
  readonly freshness: number;
  /** Seconds for which the copy that a visit sees has been out of date, on average. */
  readonly age: number;
}

/** The copies that a crawler has, and what visits would see of them from a moment on. */
export class Copies {
  readonly #pages: LastingPages;
  readonly #draws: Draws;
  readonly #from: number;
  readonly #made: Float64Array;
  /** When the page first changed after its copy was made. */
  readonly #outdated: Float64Array;
  #fresh = 0;
  #ages = 0;
  #seconds = 0;

  /** All copies are made at 0; what happens before `from` does not count. */
  constructor(pages: LastingPages, { draws, from }: { draws: Draws; from: number }) {
    this.#pages = pages;
    this.#draws = draws;
    this.#from = from;
    this.#made = new Float64Array(pages.count);
    this.#outdated = new Float64Array(pages.count);
    for (let page = 0; page < pages.count; page++) this.#renew(page, 0);
  }

  #renew(page: number, at: number): void {
    this.#made[page] = at;
    this.#outdated[page] = at + this.#draws.exponential() / this.#pages.changes[page]!;
  }

  /** A page is crawled again; answers whether it had changed. */
  crawl(page: number, at: number): boolean {
    this.#count(page, at);
    const changed = this.#outdated[page]! <= at;
    this.#renew(page, at);
    return changed;
  }

  #count(page: number, at: number): void {
    const from = Math.max(this.#made[page]!, this.#from);
    if (at <= from) return;
    const visits = this.#pages.visits[page]!;
    const outdated = this.#outdated[page]!;
    this.#seconds += visits * (at - from);
    this.#fresh += visits * Math.max(0, Math.min(at, outdated) - from);
    const since = Math.max(from, outdated);
    if (at > since) this.#ages += (visits * ((at - outdated) ** 2 - (since - outdated) ** 2)) / 2;
  }

  /** What visits saw up to the end. */
  quality(end: number): CopyQuality {
    for (let page = 0; page < this.#pages.count; page++) this.#count(page, end);
    return { freshness: this.#fresh / this.#seconds, age: this.#ages / this.#seconds };
  }
}
