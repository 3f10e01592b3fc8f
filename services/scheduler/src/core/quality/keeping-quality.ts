import { dayOf } from '../visit.ts';
import type { Quality } from './quality.ts';
import type { QualityBook } from './quality-ports.ts';

const DAY_MS = 86_400_000;

/** Sums of a day are kept so long: a window of four weeks that ended a week ago is whole. */
const KEPT_DAYS = 36;
/** A page is followed so long: for a week, and for visits that are reported late. As long as it is known when it was born. */
const FOLLOWED_MS = 15 * DAY_MS;
/** Delays of a source of which nothing was heard. */
const SILENT_DAYS = 15;

/** Saves what was measured. What is not saved when the process dies is not counted: some seconds of it. */
export class KeepingQuality {
  readonly #quality: Quality;
  readonly #book: QualityBook;
  readonly #nowMs: () => number;
  #forgottenDay = -Infinity;

  constructor(parts: {
    readonly quality: Quality;
    readonly book: QualityBook;
    readonly nowMs: () => number;
  }) {
    this.#quality = parts.quality;
    this.#book = parts.book;
    this.#nowMs = parts.nowMs;
  }

  /** Whether there is more to forget. */
  async keep(): Promise<boolean> {
    this.#quality.forgetEstimates();
    const today = dayOf(this.#nowMs());
    for (const name of this.#quality.names) await this.#save(name, today);
    return this.#forget(today);
  }

  async #save(name: string, today: number): Promise<void> {
    const crawl = this.#quality.crawl(name);
    if (crawl === undefined) {
      this.#quality.forgetCrawl(name);
      return;
    }
    const unsaved = crawl.changes();
    if (unsaved === undefined) return;
    try {
      const isThere = await this.#book.save(name, unsaved.changes, today);
      unsaved.done();
      if (!isThere) this.#quality.forgetCrawl(name);
    } catch (error) {
      crawl.takeBack(unsaved.changes);
      throw error;
    }
  }

  async #forget(today: number): Promise<boolean> {
    if (today === this.#forgottenDay) return false;
    const pagesMs = this.#nowMs() - FOLLOWED_MS;
    const day = today - KEPT_DAYS;
    this.#quality.forgetBefore({ day, pagesMs });
    const isMore = await this.#book.forgetBefore({
      ...{ day, pages: dayOf(pagesMs), heard: today - SILENT_DAYS },
    });
    if (!isMore) this.#forgottenDay = today;
    return isMore;
  }
}
