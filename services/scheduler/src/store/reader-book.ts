import { type Mark, readersIn, type SketchPage } from '@mayfly/readers';
import { put, remove } from '@mayfly/store';
import type { MarksKey, ReaderBook } from '../core/visit-ports.ts';
import { BUCKETS } from './buckets.ts';
import type { FencedStore } from './fenced-store.ts';
import { readerMarksTable } from './reader-marks-table.ts';
import { readerPagesTable } from './reader-pages-table.ts';

/** Pages have 32 KB. */
const PAGE_ROWS = 16;
const MARKS_ROWS = 500;

/** Readers of the last days: sketches, and marks that are in none of them yet. */
export class StoredReaders implements ReaderBook {
  readonly #fenced: FencedStore;

  constructor(fenced: FencedStore) {
    this.#fenced = fenced;
  }

  async *pages(): AsyncGenerator<SketchPage> {
    for (let bucket = 0; bucket < BUCKETS; bucket += 1) {
      const selection = { prefix: [bucket], limit: PAGE_ROWS };
      for await (const rows of this.#fenced.store.scan(readerPagesTable, selection)) {
        for (const { day, page, capacity, bits, hashes, bytes } of rows) {
          yield { day, page, size: { capacity, bits, hashes }, bytes };
        }
      }
    }
  }

  async *marks(): AsyncGenerator<{ readonly key: MarksKey; readonly marks: readonly Mark[] }> {
    for (let bucket = 0; bucket < BUCKETS; bucket += 1) {
      const selection = { prefix: [bucket], limit: PAGE_ROWS };
      for await (const rows of this.#fenced.store.scan(readerMarksTable, selection)) {
        for (const { day, name, marks } of rows)
          yield { key: { bucket, day, name }, marks: readersIn(marks) };
      }
    }
  }

  async savePages(pages: readonly SketchPage[]): Promise<void> {
    const buckets = Map.groupBy(pages, ({ day, page }) => (day + page) % BUCKETS);
    for (const [bucket, own] of buckets) {
      for (let at = 0; at < own.length; at += PAGE_ROWS) {
        const writes = own.slice(at, at + PAGE_ROWS).map(({ day, page, size, bytes }) => {
          const { capacity, bits, hashes } = size;
          return put(readerPagesTable, { bucket, day, page, capacity, bits, hashes, bytes });
        });
        await this.#fenced.exclusive(bucket, () => this.#fenced.write(bucket, writes));
      }
    }
  }

  async removeMarks(keys: readonly MarksKey[]): Promise<void> {
    for (const [bucket, own] of Map.groupBy(keys, (key) => key.bucket)) {
      for (let at = 0; at < own.length; at += MARKS_ROWS) {
        const writes = own
          .slice(at, at + MARKS_ROWS)
          .map(({ day, name }) => remove(readerMarksTable, { bucket, day, name }));
        await this.#fenced.exclusive(bucket, () => this.#fenced.write(bucket, writes));
      }
    }
  }

  async forgetBefore(day: number): Promise<boolean> {
    let isMore = false;
    for (let bucket = 0; bucket < BUCKETS; bucket += 1) {
      const selection = { prefix: [bucket], to: [day], limit: PAGE_ROWS };
      const count = await this.#fenced.exclusive(bucket, async () => {
        const [pages, marks] = await Promise.all([
          this.#fenced.store.page(readerPagesTable, selection),
          this.#fenced.store.page(readerMarksTable, selection),
        ]);
        await this.#fenced.write(bucket, [
          ...pages.rows.map((row) =>
            remove(readerPagesTable, { bucket, day: row.day, page: row.page }),
          ),
          ...marks.rows.map((row) =>
            remove(readerMarksTable, { bucket, day: row.day, name: row.name }),
          ),
        ]);
        return Math.max(pages.rows.length, marks.rows.length);
      });
      isMore ||= count === PAGE_ROWS;
    }
    return isMore;
  }
}
