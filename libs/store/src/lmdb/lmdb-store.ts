import type { Environment } from '@mayfly/data-folder';
import { CrawlError } from '@mayfly/errors';
import { rangeOf } from '../port/bounds.ts';
import { type CheckedPart, checkPart } from '../port/check-part.ts';
import { checkKey, rowOfCells } from '../port/check-row.ts';
import type { OpenedTables } from '../port/opened-tables.ts';
import type { Answer, Part } from '../port/part.ts';
import { expectationsOf, firstRefusal } from '../port/refusal.ts';
import { withIndex } from '../port/place.ts';
import { scanPages } from '../port/scan.ts';
import type { Page, Selection, Store } from '../port/store.ts';
import type { IndexOf, KeyOf, PlaceOf, RowOf, Table } from '../port/table.ts';
import { insertRow, type LmdbTable, writeRow, writeRowOver } from './lmdb-table.ts';
import { readPage } from './read-page.ts';
import { readPlaces } from './read-places.ts';

/** After so many reads others are heard: all of them together take a few milliseconds. */
const READS_A_BREATH = 64;

/** The store in one LMDB environment, which this process alone has open. */
export class LmdbStore implements Store {
  private readonly environment: Environment;
  private readonly opened: OpenedTables;
  private readonly tables: ReadonlyMap<string, LmdbTable>;
  private readonly underWay = new Set<Promise<unknown>>();
  private isClosed = false;
  private reads = 0;

  constructor(
    environment: Environment,
    opened: OpenedTables,
    tables: ReadonlyMap<string, LmdbTable>,
  ) {
    this.environment = environment;
    this.opened = opened;
    this.tables = tables;
  }

  async get<T extends Table>(table: T, key: KeyOf<T>): Promise<RowOf<T> | undefined> {
    const [row] = await this.getMany(table, [key]);
    return row;
  }

  async getMany<T extends Table>(
    table: T,
    keys: readonly KeyOf<T>[],
  ): Promise<(RowOf<T> | undefined)[]> {
    const { shape, codec, rows } = this.tableOf(table);
    const ids = keys.map((key) => checkKey(shape, key));
    if (this.isOutOfBreath()) await this.breathe();
    return ids.map(({ encoded, values }) =>
      rows.readCommitted(
        encoded,
        (value) => rowOfCells(shape, codec.decode(value, values)) as RowOf<T>,
      ),
    );
  }

  async write(parts: readonly Part[]): Promise<Answer[]> {
    this.checkOpen();
    const writing = this.writeParts(parts.map((part) => checkPart(this.opened, part)));
    this.underWay.add(writing);
    try {
      return await writing;
    } finally {
      this.underWay.delete(writing);
    }
  }

  async page<T extends Table>(table: T, selection: Selection<IndexOf<T>>): Promise<Page<RowOf<T>>> {
    const { shape, ...trees } = this.tableOf(table);
    const range = rangeOf(shape, selection);
    if (this.isOutOfBreath()) await this.breathe();
    return readPage({ shape, ...trees }, range) as Page<RowOf<T>>;
  }

  async places<T extends Table, I extends IndexOf<T>>(
    table: T,
    selection: Selection<I> & { readonly index: I },
  ): Promise<Page<PlaceOf<T, I>>> {
    const opened = this.tableOf(table);
    const range = withIndex(rangeOf(opened.shape, selection));
    if (this.isOutOfBreath()) await this.breathe();
    return readPlaces(opened, range) as Page<PlaceOf<T, I>>;
  }

  scan<T extends Table>(table: T, selection: Selection<IndexOf<T>>): AsyncIterable<RowOf<T>[]> {
    return scanPages(selection, (next) => this.page(table, next as Selection<IndexOf<T>>));
  }

  /** An empty commit passes unless the disk has failed before. */
  async isReady(): Promise<boolean> {
    if (this.isClosed) return false;
    return this.environment.commit(() => true).catch(() => false);
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await Promise.allSettled(this.underWay);
  }

  private isOutOfBreath(): boolean {
    this.reads += 1;
    return this.reads >= READS_A_BREATH;
  }

  /**
   * Reads are answered without a pause, so that whoever reads one after another would let nobody else be heard: a frontier with
   * 100,000 hosts was deaf for seconds after its start.
   */
  private async breathe(): Promise<void> {
    this.reads = 0;
    await new Promise(setImmediate);
    // Meanwhile it may have been closed.
    this.checkOpen();
  }

  private tableOf(table: Table): LmdbTable {
    this.checkOpen();
    return this.tables.get(this.opened.shapeOf(table).name)!;
  }

  private checkOpen(): void {
    if (this.isClosed) throw new CrawlError('STORE_AWAY', 'the store is closed');
  }

  /** One work for all: only a bug can make it throw, and then nothing of it is written. */
  private async writeParts(parts: CheckedPart[]): Promise<Answer[]> {
    const { length } = parts;
    if (length === 0) return [];
    let bug: { readonly error: unknown } | undefined;
    const work = (): Answer[] => {
      try {
        // Taken out, since nobody needs them while they are being flushed.
        return parts.splice(0).map((part) => this.applyPart(part));
      } catch (error) {
        bug = { error };
        throw error;
      }
    };
    try {
      return await this.environment.commit(work);
    } catch (cause) {
      if (bug !== undefined) throw bug.error;
      return Array.from({ length }, () => ({ outcome: 'unknown', cause }));
    }
  }

  /** Works run one after another, so what is checked in one still holds when it writes. Only inside a commit. */
  private applyPart(part: CheckedPart): Answer {
    const why = firstRefusal(expectationsOf(part), ({ shape, id }) => {
      const table = this.tables.get(shape.name)!;
      const value = table.rows.get(id.encoded);
      return value && table.codec.decode(value, id.values);
    });
    if (why !== undefined) return { outcome: 'refused', why };
    for (const write of part.writes) {
      const table = this.tables.get(write.shape.name)!;
      if (write.kind === 'remove') writeRow(table, write.id, undefined);
      else if (write.kind === 'insert' || write.before === 'none')
        insertRow(table, write.id, write.cells);
      else if (write.before === undefined) writeRow(table, write.id, write.cells);
      else writeRowOver(table, write.id, { before: write.before, cells: write.cells });
    }
    return { outcome: 'applied' };
  }
}
