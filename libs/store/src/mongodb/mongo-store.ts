import { CrawlError } from '@mayfly/errors';
import type { Db, Document, MongoClient } from 'mongodb';
import { type Range, rangeOf } from '../port/bounds.ts';
import { checkPart } from '../port/check-part.ts';
import { checkKey, idOfCells, type RowId, rowOfCells } from '../port/check-row.ts';
import { encodeKey } from '../port/key-bytes.ts';
import type { OpenedTables } from '../port/opened-tables.ts';
import type { Answer, Part } from '../port/part.ts';
import { placeOfValues, valuesInPlace, withIndex } from '../port/place.ts';
import { scanPages } from '../port/scan.ts';
import type { Page, Selection, Store } from '../port/store.ts';
import type { IndexOf, KeyOf, PlaceOf, RowOf, Table } from '../port/table.ts';
import type { Cells, TableShape } from '../port/table-shape.ts';
import type { MongoCalls } from './calls.ts';
import { cellsOf, documentId, READING, type StoredDocument } from './document.ts';
import { placeFields } from './index-spec.ts';
import type { MongoTable } from './mongo-table.ts';
import { findRange, onlyKeyIn } from './read-range.ts';
import { writeParts } from './write-parts.ts';

const MAX_IDS_A_QUERY = 1_000;

/** What a store on MongoDB is made of. */
interface MongoParts {
  readonly client: MongoClient;
  readonly database: Db;
  readonly opened: OpenedTables;
  readonly calls: MongoCalls;
  /** Asks the server; short, since whoever asks for readiness does so again. */
  readonly isAnswering: () => Promise<boolean>;
}

/** The store in a MongoDB database. */
export class MongoStore implements Store {
  private readonly parts: MongoParts;
  private readonly underWay = new Set<Promise<unknown>>();
  private isClosed = false;

  constructor(parts: MongoParts) {
    this.parts = parts;
  }

  async get<T extends Table>(table: T, key: KeyOf<T>): Promise<RowOf<T> | undefined> {
    const [row] = await this.getMany(table, [key]);
    return row;
  }

  async getMany<T extends Table>(
    table: T,
    keys: readonly KeyOf<T>[],
  ): Promise<(RowOf<T> | undefined)[]> {
    const shape = this.shapeOf(table);
    const ids = keys.map((key) => checkKey(shape, key));
    const found = await this.findIds(shape, ids);
    return ids.map(({ encoded }) => {
      const cells = found.get(encoded.toString('latin1'));
      return cells && (rowOfCells(shape, cells) as RowOf<T>);
    });
  }

  async write(parts: readonly Part[]): Promise<Answer[]> {
    this.checkOpen();
    const checked = parts.map((part) => checkPart(this.parts.opened, part));
    const writing = writeParts(this.parts.calls, (shape) => this.tableOf(shape), checked);
    this.underWay.add(writing);
    try {
      return await writing;
    } finally {
      this.underWay.delete(writing);
    }
  }

  async page<T extends Table>(table: T, selection: Selection<IndexOf<T>>): Promise<Page<RowOf<T>>> {
    const shape = this.shapeOf(table);
    const range = rangeOf(shape, selection);
    const found = range.isEmpty ? [] : await this.findCells(range);
    const rows = found.map((cells) => rowOfCells(shape, cells) as RowOf<T>);
    const last = found.at(-1);
    if (last === undefined || rows.length < range.limit) return { rows };
    return { rows, cursor: range.cursorAt(last) };
  }

  async places<T extends Table, I extends IndexOf<T>>(
    table: T,
    selection: Selection<I> & { readonly index: I },
  ): Promise<Page<PlaceOf<T, I>>> {
    const shape = this.shapeOf(table);
    const range = withIndex(rangeOf(shape, selection));
    const { index, limit } = range;
    const found = range.isEmpty ? [] : await this.findCells(range, placeFields(shape, index));
    const places = found.map((cells) => valuesInPlace(index, cells));
    const rows = places.map((values) => placeOfValues(shape, index, values) as PlaceOf<T, I>);
    const last = places.at(-1);
    if (last === undefined || rows.length < limit) return { rows };
    return { rows, cursor: range.cursorAtPlace(last) };
  }

  scan<T extends Table>(table: T, selection: Selection<IndexOf<T>>): AsyncIterable<RowOf<T>[]> {
    return scanPages(selection, (next) => this.page(table, next as Selection<IndexOf<T>>));
  }

  async isReady(): Promise<boolean> {
    return !this.isClosed && this.parts.isAnswering();
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await Promise.allSettled(this.underWay);
    await this.parts.client.close();
  }

  /** The fields that are named, or all of them. */
  private async findCells(range: Range, fields?: Document): Promise<Cells[]> {
    const { shape, limit } = range;
    const onlyKey = onlyKeyIn(range);
    if (onlyKey !== undefined) {
      const id = { values: onlyKey, encoded: encodeKey(onlyKey) };
      const found = [...(await this.findIds(shape, [id])).values()];
      return found.filter((cells) => range.contains(cells));
    }
    const { collection } = this.tableOf(shape);
    return this.parts.calls.read(async (session) => {
      const cursor = findRange(collection, range, session);
      if (fields !== undefined) cursor?.project(fields);
      const documents = (await cursor?.toArray()) ?? [];
      const rows = documents.map((document) => cellsOf(shape, document));
      return rows.filter((cells) => range.contains(cells)).slice(0, limit);
    });
  }

  private async findIds(shape: TableShape, ids: readonly RowId[]): Promise<Map<string, Cells>> {
    const { collection } = this.tableOf(shape);
    const found = new Map<string, Cells>();
    const wanted = [...new Map(ids.map((id) => [id.encoded.toString('latin1'), id])).values()];
    for (let at = 0; at < wanted.length; at += MAX_IDS_A_QUERY) {
      const some = wanted.slice(at, at + MAX_IDS_A_QUERY);
      const query = { _id: { $in: some.map(({ values }) => documentId(shape, values)) } };
      const documents = await this.parts.calls.read((session) =>
        collection.find(query, { session, batchSize: MAX_IDS_A_QUERY + 1 }).toArray(),
      );
      for (const document of documents) {
        const cells = cellsOf(shape, document);
        found.set(idOfCells(shape, cells).encoded.toString('latin1'), cells);
      }
    }
    return found;
  }

  private shapeOf(table: Table): TableShape {
    this.checkOpen();
    return this.parts.opened.shapeOf(table);
  }

  private tableOf(shape: TableShape): MongoTable {
    return {
      shape,
      collection: this.parts.database.collection<StoredDocument>(shape.name, READING),
    };
  }

  private checkOpen(): void {
    if (this.isClosed) throw new CrawlError('STORE_AWAY', 'the store is closed');
  }
}
