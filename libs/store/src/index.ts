export { bigint, bytes, type Column, flag, json, number, text } from './port/column.ts';
export {
  defineTable,
  type KeyOf,
  type MatchesOf,
  type MigratedRow,
  type PlaceOf,
  type RowOf,
  type Table,
} from './port/table.ts';
export {
  absent,
  type Answer,
  type Condition,
  insert,
  matches,
  type Part,
  present,
  put,
  type Refusal,
  remove,
  replace,
  type Write,
} from './port/part.ts';
export { cursorAfter } from './port/cursor.ts';
export { type KeyValue } from './port/key-bytes.ts';
export { type Page, type Selection, type Store } from './port/store.ts';
export { openLmdbStore } from './lmdb/open-lmdb-store.ts';
export { openMongoStore } from './late-mongo-store.ts';
export type { MongoStoreOptions } from './mongodb/open-mongo-store.ts';
export { type BlobTables, defineBlobs } from './blobs/blob-tables.ts';
export { type Blob, Blobs, MAX_BLOB_BYTES } from './blobs/blobs.ts';
