import type { Url } from '@mayfly/url';
import { Numbers } from './numbers.ts';
import type { YoungPage } from './young-page.ts';

/** Most that is held of each kind. */
export interface PageBounds {
  readonly young: number;
  readonly loose: number;
}

/** Rows of pages that one write takes, beside those of candidates. */
const MOST_CHANGED = 4_000;

/** The pages that a plan knows by number: young ones, and others that were found and wait. Both are bounded. */
export class PageShelf {
  readonly #bounds: PageBounds;
  readonly #numbers = new Numbers<Url>();
  readonly #young = new Map<Url, YoungPage>();
  readonly #loose = new Set<Url>();
  readonly #out = new Set<number>();
  readonly #waiting = new Set<number>();
  #changed = new Map<Url, YoungPage | undefined>();

  constructor(bounds: PageBounds) {
    this.#bounds = bounds;
  }

  get youngCount(): number {
    return this.#young.size;
  }

  get looseCount(): number {
    return this.#loose.size;
  }

  /** How many pages of a visit are taken for young: past the bound by a tenth at most, and what one write takes. */
  get youngRoom(): number {
    const most = Math.floor(this.#bounds.young * 1.1) - this.#young.size;
    return Math.max(0, Math.min(most, MOST_CHANGED - this.#changed.size));
  }

  /** Pages that were found and not given out. */
  get waitingCount(): number {
    return this.#waiting.size;
  }

  get looseRoom(): number {
    return this.#bounds.loose - this.#loose.size;
  }

  number(url: Url): number | undefined {
    return this.#numbers.get(url);
  }

  urlOf(number: number): Url | undefined {
    return this.#numbers.nameOf(number);
  }

  young(url: Url): YoungPage | undefined {
    return this.#young.get(url);
  }

  /** Oldest first. */
  allYoung(): IterableIterator<YoungPage> {
    return this.#young.values();
  }

  isOut(number: number): boolean {
    return this.#out.has(number);
  }

  setOut(number: number, isOut: boolean): void {
    if (isOut) this.#out.add(number);
    else this.#out.delete(number);
    this.#waiting.delete(number);
  }

  /** It is to be fetched. */
  setWaiting(number: number): void {
    this.#waiting.add(number);
  }

  take(url: Url): number {
    return this.#numbers.take(url);
  }

  takeLoose(url: Url): number {
    this.#loose.add(url);
    const number = this.#numbers.take(url);
    this.#waiting.add(number);
    return number;
  }

  /** Puts in a young page, or what is known of it now. */
  put(page: YoungPage): void {
    this.#loose.delete(page.url);
    this.#young.set(page.url, page);
    this.#changed.set(page.url, page);
  }

  load(page: YoungPage): number {
    this.#young.set(page.url, page);
    return this.#numbers.take(page.url);
  }

  /** Forgets a page; answers the number that it had. */
  forget(url: Url): number | undefined {
    const number = this.#numbers.get(url);
    if (this.#young.delete(url)) this.#changed.set(url, undefined);
    this.#loose.delete(url);
    if (number !== undefined) this.setOut(number, false);
    this.#numbers.release(url);
    return number;
  }

  /** The oldest that are too old or too many; not those that last. */
  overdue(foundBeforeMs: number, most: number): YoungPage[] {
    const over = this.#young.size - this.#bounds.young;
    const dropped: YoungPage[] = [];
    for (const page of this.#young.values()) {
      if (dropped.length >= most) break;
      if (page.foundMs >= foundBeforeMs && dropped.length >= over) break;
      if (!page.watched) dropped.push(page);
    }
    return dropped;
  }

  takeChanges(): { readonly put: readonly YoungPage[]; readonly gone: readonly Url[] } {
    const changed = this.#changed;
    this.#changed = new Map();
    const put = [...changed.values()].filter((page) => page !== undefined);
    const gone = [...changed].flatMap(([url, page]) => (page === undefined ? [url] : []));
    return { put, gone };
  }
}
