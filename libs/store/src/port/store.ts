import type { Answer, Part } from './part.ts';
import type { KeyValue } from './key-bytes.ts';
import type { IndexOf, KeyOf, PlaceOf, RowOf, Table } from './table.ts';

/** Which rows, in the order of the primary key or of an index. */
export interface Selection<Index extends string = string> {
  /** Left out: the order of the primary key. */
  readonly index?: Index;
  /** Values of the leading columns that all rows share. */
  readonly prefix?: readonly KeyValue[];
  /** Values of the columns after the prefix: rows from there on, included. */
  readonly from?: readonly KeyValue[];
  /** Values of the columns after the prefix: rows before there; one that begins with them is not among them. */
  readonly to?: readonly KeyValue[];
  /** Downwards from `to` to `from`. */
  readonly reverse?: boolean;
  /** The most rows of one page. */
  readonly limit: number;
  /** Goes on strictly after the last row of the page that gave the cursor. */
  readonly after?: string;
}

/** Some rows, and where to go on; without a cursor there are no more. */
export interface Page<Row> {
  readonly rows: Row[];
  readonly cursor?: string;
}

/**
 * Tables on an engine. Reads see every write that was acknowledged before them and throw STORE_AWAY when the engine
 * does not answer. Input that fits no table throws ROW_INVALID or ROW_TOO_LARGE before anything is sent.
 */
export interface Store {
  get<T extends Table>(table: T, key: KeyOf<T>): Promise<RowOf<T> | undefined>;
  /** One answer per key, in the order of the keys, which may repeat. */
  getMany<T extends Table>(table: T, keys: readonly KeyOf<T>[]): Promise<(RowOf<T> | undefined)[]>;
  /**
   * One answer per part, in their order. Parts stand alone and may run at the same time, but two of one partition
   * key are applied in their order. An answer `applied` means that the writes survive any crash.
   */
  write(parts: readonly Part[]): Promise<Answer[]>;
  /** A row that is not written meanwhile is seen exactly once by following cursors, whatever happens around it. */
  page<T extends Table>(table: T, selection: Selection<IndexOf<T>>): Promise<Page<RowOf<T>>>;
  /** The same of what an index alone knows of each row, its own columns and the key's: the rows are not read. */
  places<T extends Table, I extends IndexOf<T>>(
    table: T,
    selection: Selection<I> & { readonly index: I },
  ): Promise<Page<PlaceOf<T, I>>>;
  /** All pages, one after another; memory stays flat. */
  scan<T extends Table>(table: T, selection: Selection<IndexOf<T>>): AsyncIterable<RowOf<T>[]>;
  /** Whether the engine answers now and takes writes. */
  isReady(): Promise<boolean>;
  /** Waits for what is under way. What the store was opened on (a data folder) stays open. */
  close(): Promise<void>;
}
