import { addLedgers, EMPTY_LEDGER, type Ledger } from './ledger.ts';

/** The counts of all crawls, in every bucket and in sum, in step with what is written. */
export class Books {
  readonly #pages = new Map<number, Map<string, Ledger>>();
  readonly #sums = new Map<string, Ledger>();

  of(bucket: number, crawl: string): Ledger {
    return this.#pages.get(bucket)?.get(crawl) ?? EMPTY_LEDGER;
  }

  /** Whether anything of the crawl was ever written there. */
  has(bucket: number, crawl: string): boolean {
    return this.#pages.get(bucket)?.has(crawl) ?? false;
  }

  sum(crawl: string): Ledger {
    return this.#sums.get(crawl) ?? EMPTY_LEDGER;
  }

  replace(bucket: number, crawl: string, ledger: Ledger | undefined): void {
    const page = this.#pages.get(bucket) ?? new Map<string, Ledger>();
    this.#pages.set(bucket, page);
    const without = addLedgers(this.sum(crawl), page.get(crawl) ?? EMPTY_LEDGER, -1);
    this.#sums.set(crawl, addLedgers(without, ledger ?? EMPTY_LEDGER));
    if (ledger === undefined) page.delete(crawl);
    else page.set(crawl, ledger);
  }

  /** Takes a bucket's counts as they were read. */
  reload(bucket: number, ledgers: readonly (Ledger & { readonly crawl: string })[]): void {
    const found = new Set(ledgers.map(({ crawl }) => crawl));
    for (const crawl of [...(this.#pages.get(bucket)?.keys() ?? [])]) {
      if (!found.has(crawl)) this.replace(bucket, crawl, undefined);
    }
    for (const ledger of ledgers) this.replace(bucket, ledger.crawl, ledger);
  }
}
