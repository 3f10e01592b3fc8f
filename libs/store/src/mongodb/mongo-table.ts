import type { Collection } from 'mongodb';
import type { TableShape } from '../port/table-shape.ts';
import type { StoredDocument } from './document.ts';

/** A table and its collection. */
export interface MongoTable {
  readonly shape: TableShape;
  readonly collection: Collection<StoredDocument>;
}

/** Finds the collection of a table that is open. */
export type TableOf = (shape: TableShape) => MongoTable;
