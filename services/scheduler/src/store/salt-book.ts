import { type Salt, saltOf } from '@mayfly/readers';
import { put, remove } from '@mayfly/store';
import type { SaltBook } from '../core/visit-ports.ts';
import type { FencedStore } from './fenced-store.ts';
import { readerSaltsTable } from './reader-salts-table.ts';

const BUCKET = 0;
const SALT_BYTES = 32;
const PAGE_ROWS = 1_000;

/** Salts, each made when its day is first asked for. What they are is nobody else's business: they are never logged. */
export class StoredSalts implements SaltBook {
  readonly #fenced: FencedStore;
  readonly #randomBytes: (size: number) => Uint8Array;
  readonly #known = new Map<number, Salt>();

  constructor(fenced: FencedStore, randomBytes: (size: number) => Uint8Array) {
    this.#fenced = fenced;
    this.#randomBytes = randomBytes;
  }

  async saltOf(day: number): Promise<Salt> {
    return this.#known.get(day) ?? (await this.#readOrMake(day));
  }

  async forgetBefore(day: number): Promise<void> {
    for (const each of this.#known.keys()) if (each < day) this.#known.delete(each);
    await this.#fenced.exclusive(BUCKET, async () => {
      const selection = { prefix: [BUCKET], to: [day], limit: PAGE_ROWS };
      const { rows } = await this.#fenced.store.page(readerSaltsTable, selection);
      const writes = rows.map((row) => remove(readerSaltsTable, { bucket: BUCKET, day: row.day }));
      await this.#fenced.write(BUCKET, writes);
    });
  }

  /** Used only once it is durable: after a crash the same readers must get the same salt. */
  #readOrMake(day: number): Promise<Salt> {
    return this.#fenced.exclusive(BUCKET, async () => {
      const there = await this.#fenced.store.get(readerSaltsTable, { bucket: BUCKET, day });
      const bytes = there?.salt ?? Uint8Array.from(this.#randomBytes(SALT_BYTES));
      if (there === undefined) {
        const row = { bucket: BUCKET, day, salt: bytes };
        await this.#fenced.write(BUCKET, [put(readerSaltsTable, row)]);
      }
      const salt = saltOf(bytes);
      this.#known.set(day, salt);
      return salt;
    });
  }
}
