import type { Clock } from '@mayfly/clock';
import { CrawlError } from '@mayfly/errors';
import { absent, matches, type Part, put, remove, replace } from '../port/part.ts';
import type { Store } from '../port/store.ts';
import type { BlobTables } from './blob-tables.ts';
import { chunksOf } from './chunks-of.ts';

/** A large value may have this many bytes. */
export const MAX_BLOB_BYTES = 64 * 1024 * 1024;

/** What large values stand on. */
interface BlobParts {
  readonly store: Store;
  readonly tables: BlobTables;
  readonly clock: Clock;
  readonly random: () => number;
}

/** A value that can be read piece by piece. */
export interface Blob {
  readonly size: number;
  /** Read at once: pieces of a value that was replaced or removed meanwhile may be swept away. */
  readonly bytes: AsyncIterable<Uint8Array>;
}

/**
 * Large values, streamed, over ordinary tables and so the same on both engines. A value is visible whole or not at all. An
 * answer that stays unknown is thrown as STORE_AWAY; to put the value again is always right.
 */
export class Blobs {
  private readonly parts: BlobParts;

  constructor(parts: BlobParts) {
    this.parts = parts;
  }

  /** Stores the bytes under the key, in place of those before; above 64 MB nothing is left and ROW_TOO_LARGE thrown. */
  async put(key: string, source: AsyncIterable<Uint8Array>): Promise<{ readonly size: number }> {
    const { store, tables, clock, random } = this.parts;
    const upload = `${word(random)}${word(random)}${word(random)}`;
    const row = { key, upload, sinceMs: clock.nowMs(), state: 'writing' } as const;
    await this.apply({ writes: [put(tables.uploads, row)] });
    try {
      let [position, size] = [0, 0];
      for await (const bytes of chunksOf(source)) {
        size += bytes.length;
        if (size > MAX_BLOB_BYTES) throw tooLarge(key);
        const isWritten = await this.apply({
          writes: [put(tables.chunks, { key, upload, position, bytes })],
          conditions: [matches(tables.uploads, { key, upload }, { state: 'writing' })],
        });
        // A piece that came after the sweep would belong to no upload and stay for ever.
        if (!isWritten) throw sweptAway(key);
        position += 1;
      }
      await this.makeVisible({ key, upload, size });
      return { size };
    } catch (error) {
      // What cannot be removed now is swept later; the first failure is the one to tell.
      const head = await store.get(tables.heads, { key }).catch(() => undefined);
      if (head?.upload !== upload) await this.removeUpload(key, upload).catch(() => {});
      throw error;
    }
  }

  /** The value, or undefined when there is none. */
  async read(key: string): Promise<Blob | undefined> {
    const { store, tables } = this.parts;
    const head = await store.get(tables.heads, { key });
    if (head === undefined) return undefined;
    const { upload, size } = head;
    const bytes = {
      [Symbol.asyncIterator]: () => readChunks(this.parts, { key, upload, size }),
    };
    return { size, bytes };
  }

  /** Removes the value and all its pieces. */
  async remove(key: string): Promise<void> {
    const { store, tables, clock } = this.parts;
    for (;;) {
      const head = await store.get(tables.heads, { key });
      if (head === undefined) return;
      const { upload } = head;
      const row = { key, upload, sinceMs: clock.nowMs(), state: 'removing' } as const;
      const isRemoved = await this.apply({
        writes: [remove(tables.heads, { key }, { matches: { upload } }), put(tables.uploads, row)],
      });
      if (isRemoved) return this.removeUpload(key, upload);
    }
  }

  /** Removes what interrupted and replaced uploads left behind, if it is older; says how many uploads that were. */
  async sweep(olderThanMs: number): Promise<number> {
    const { store, tables, clock } = this.parts;
    const to = [clock.nowMs() - olderThanMs];
    let swept = 0;
    for await (const rows of store.scan(tables.uploads, { index: 'bySince', to, limit: 100 })) {
      for (const { key, upload } of rows) {
        await this.removeUpload(key, upload);
        swept += 1;
      }
    }
    return swept;
  }

  /** The last step: the head names the upload, which must not have been swept, and gives up the one before. */
  private async makeVisible(head: { key: string; upload: string; size: number }): Promise<void> {
    const { store, tables, clock } = this.parts;
    const { key, upload } = head;
    for (;;) {
      const before = await store.get(tables.heads, { key });
      if (before?.upload === upload) return;
      const writes = [
        put(tables.heads, head),
        remove(tables.uploads, { key, upload }, { matches: { state: 'writing' } }),
      ];
      if (before !== undefined) writes.push(put(tables.uploads, replaced(before, clock.nowMs())));
      const isVisible = await this.apply({
        writes,
        conditions: [
          before === undefined
            ? absent(tables.heads, { key })
            : matches(tables.heads, { key }, { upload: before.upload }),
        ],
      });
      if (isVisible) return;
      const own = await store.get(tables.uploads, { key, upload });
      if (own?.state !== 'writing') {
        throw sweptAway(key);
      }
    }
  }

  /** From the mark on the upload cannot become visible any more; its row goes last, so that a sweep can go on. */
  private async removeUpload(key: string, upload: string): Promise<void> {
    const { store, tables } = this.parts;
    const row = await store.get(tables.uploads, { key, upload });
    if (row === undefined) return;
    const { state } = row;
    const marked = { ...row, state: 'removing' } as const;
    if (
      !(await this.apply({ writes: [replace(tables.uploads, marked, { matches: { state } })] }))
    ) {
      return;
    }
    const prefix = [key, upload];
    for await (const rows of store.scan(tables.chunks, { prefix, limit: 16 })) {
      const keys = rows.map(({ position }) => ({ key, upload, position }));
      await this.apply({ writes: keys.map((chunk) => remove(tables.chunks, chunk)) });
    }
    await this.apply({ writes: [remove(tables.uploads, { key, upload })] });
  }

  private async apply(part: Part): Promise<boolean> {
    const [answer] = await this.parts.store.write([part]);
    if (answer?.outcome !== 'unknown') return answer?.outcome === 'applied';
    throw new CrawlError('STORE_AWAY', 'a large value may be written or not', {
      cause: answer.cause,
    });
  }
}

async function* readChunks(
  { store, tables }: BlobParts,
  { key, upload, size }: { key: string; upload: string; size: number },
): AsyncGenerator<Uint8Array> {
  let left = size;
  for await (const rows of store.scan(tables.chunks, { prefix: [key, upload], limit: 4 })) {
    for (const { bytes } of rows) {
      left -= bytes.length;
      yield bytes;
    }
  }
  if (left !== 0)
    throw new CrawlError('STORE_AWAY', `large value ${key}: removed while it was read`);
}

function replaced({ key, upload }: { key: string; upload: string }, sinceMs: number) {
  return { key, upload, sinceMs, state: 'replaced' } as const;
}

function sweptAway(key: string): CrawlError {
  return new CrawlError('STORE_AWAY', `large value ${key}: its upload was swept as too old`);
}

function tooLarge(key: string): CrawlError {
  return new CrawlError('ROW_TOO_LARGE', `large value ${key}: more than ${MAX_BLOB_BYTES} bytes`);
}

function word(random: () => number): string {
  return Math.floor(random() * 0x1_0000_0000)
    .toString(16)
    .padStart(8, '0');
}
