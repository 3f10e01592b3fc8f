import type { Clock } from '@mayfly/clock';
import { CrawlError } from '@mayfly/errors';
import { type Blobs, insert, put, remove, replace, type RowOf, type Store } from '@mayfly/store';
import { type Content, nameOf } from '../core/attempt-end.ts';
import type { Bodies, BodyHead, PackedBody } from '../core/ports.ts';
import { allApplied } from './all-applied.ts';
import { bodiesTable, looseBlobsTable } from './bodies-table.ts';

/** What bodies are kept with. */
export interface BodyParts {
  readonly store: Store;
  readonly blobs: Blobs;
  readonly clock: Clock;
  readonly random: () => number;
}

type Row = RowOf<typeof bodiesTable>;

/** Content under its hash, packed as it came. */
export class BodyRows implements Bodies {
  readonly #parts: BodyParts;

  constructor(parts: BodyParts) {
    this.#parts = parts;
  }

  async missing(hashes: readonly Uint8Array[]): Promise<ReadonlySet<string>> {
    const names = [...new Set(hashes.map(nameOf))];
    if (names.length === 0) return new Set();
    const rows = await this.#rows(names);
    return new Set(names.filter((_, at) => rows[at] === undefined));
  }

  async keep(contents: readonly Content[]): Promise<void> {
    const byName = new Map(contents.map((content) => [nameOf(content.sha256), content]));
    const inline = [...byName].filter(([, content]) => content.inline !== undefined);
    const stored = [...byName].filter(([, content]) => content.inline === undefined);
    const known = await this.#insertInline(inline);
    await this.#claim([...stored.map(([name]) => name), ...known]);
  }

  async open(sha256: Uint8Array): Promise<PackedBody | undefined> {
    const row = await this.#parts.store.get(bodiesTable, { sha256: nameOf(sha256) });
    if (row === undefined) return undefined;
    const { encoding, size, bytes, blob } = row;
    if (bytes !== undefined) return { encoding, size, bytes: only(bytes) };
    const value = blob === undefined ? undefined : await this.#parts.blobs.read(blob);
    return value === undefined ? undefined : { encoding, size, bytes: value.bytes };
  }

  async put(
    head: BodyHead,
    pieces: AsyncIterable<Uint8Array>,
  ): Promise<{ readonly known: boolean }> {
    const sha256 = nameOf(head.sha256);
    if (await this.#renew(sha256)) {
      // They are looked at all the same: whoever sends other bytes under the hash should hear of it.
      for await (const _ of pieces);
      return { known: true };
    }
    const { store, blobs, clock, random } = this.#parts;
    const sinceMs = clock.nowMs();
    const loose = { sha256, blob: `${sha256}-${random().toString(36).slice(2)}`, sinceMs };
    const { blob } = loose;
    // The note comes first: what a crash leaves behind is found by it.
    allApplied(await store.write([{ writes: [put(looseBlobsTable, loose)] }]));
    try {
      await blobs.put(blob, pieces);
    } catch (error) {
      await this.removeLoose(loose).catch(() => {});
      throw error;
    }
    const { size, encoding } = head;
    const isFirst = allApplied(
      await store.write([
        {
          writes: [
            insert(bodiesTable, { sha256, encoding, size, blob, unclaimedSinceMs: sinceMs }),
            remove(looseBlobsTable, { sha256, blob }, { matches: { sinceMs } }),
          ],
        },
      ]),
    );
    if (isFirst) return { known: false };
    await this.removeLoose(loose);
    if (await this.#renew(sha256)) return { known: true };
    throw new CrawlError('STORE_AWAY', 'the body was swept while it was put');
  }

  /** Removes a large value and then its note, so that what is interrupted is found again. */
  async removeLoose({ sha256, blob }: { readonly sha256: string; readonly blob: string }) {
    const { store, blobs } = this.#parts;
    await blobs.remove(blob);
    allApplied(await store.write([{ writes: [remove(looseBlobsTable, { sha256, blob })] }]));
  }

  /** Answers the names of those that were there already. */
  async #insertInline(inline: readonly (readonly [string, Content])[]): Promise<readonly string[]> {
    if (inline.length === 0) return [];
    const answers = await this.#parts.store.write(
      inline.map(([sha256, { encoding, size, inline: bytes }]) => ({
        writes: [insert(bodiesTable, { sha256, encoding, size, bytes: bytes! })],
      })),
    );
    allApplied(answers);
    return inline.filter((_, at) => answers[at]!.outcome === 'refused').map(([sha256]) => sha256);
  }

  async #claim(names: readonly string[]): Promise<void> {
    if (names.length === 0) return;
    const rows = await this.#rows(names);
    if (rows.includes(undefined)) {
      throw new CrawlError('STORE_AWAY', 'a body was swept while it was claimed');
    }
    const claims = (rows as readonly Row[]).filter((row) => row.unclaimedSinceMs !== undefined);
    if (claims.length === 0) return;
    const isClaimed = allApplied(
      await this.#parts.store.write(
        claims.map(({ unclaimedSinceMs, ...row }) => ({
          writes: [replace(bodiesTable, row, { matches: { unclaimedSinceMs } })],
        })),
      ),
    );
    if (!isClaimed) throw new CrawlError('STORE_AWAY', 'a body changed while it was claimed');
  }

  /** Whether the body is there; if nobody has claimed it, its time begins again. */
  async #renew(sha256: string): Promise<boolean> {
    const { store, clock } = this.#parts;
    for (;;) {
      const [row] = await this.#rows([sha256]);
      if (row === undefined) return false;
      const { unclaimedSinceMs } = row;
      if (unclaimedSinceMs === undefined) return true;
      const renewed = { ...row, unclaimedSinceMs: clock.nowMs() };
      const write = replace(bodiesTable, renewed, { matches: { unclaimedSinceMs } });
      if (allApplied(await store.write([{ writes: [write] }]))) return true;
    }
  }

  #rows(names: readonly string[]): Promise<(Row | undefined)[]> {
    return this.#parts.store.getMany(
      bodiesTable,
      names.map((sha256) => ({ sha256 })),
    );
  }
}

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
