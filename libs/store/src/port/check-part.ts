import { checkCell, rowInvalid } from './check-cell.ts';
import {
  bytesOf,
  checkIndexSizes,
  checkKey,
  checkRow,
  idOfCells,
  mostBytesOf,
  MAX_ROW_BYTES,
  type RowId,
  tooLarge,
} from './check-row.ts';
import { encodeKey, type KeyValue } from './key-bytes.ts';
import type { OpenedTables } from './opened-tables.ts';
import type { Condition, Part, Write } from './part.ts';
import type { Cell, Cells, TableShape } from './table-shape.ts';

/** The most writes and conditions of a part: on MongoDB it is one transaction. */
const MAX_PART_ROWS = 10_000;
/** The most bytes that the values of a part's rows have together. */
const MAX_PART_BYTES = 12 * 1024 * 1024;
/** So few are compared with each other sooner than they are given names. */
const FEW_ROWS = 8;

/** A value that a column must have; undefined when it must be absent. */
export interface ExpectedCell {
  readonly at: number;
  readonly cell: Cell | undefined;
}

/** A row somewhere in a table. */
export interface RowPlace {
  readonly shape: TableShape;
  readonly id: RowId;
}

/** A write whose values are known to fit. */
export type CheckedWrite = RowPlace &
  (
    | { readonly kind: 'insert'; readonly cells: Cells }
    | {
        readonly kind: 'put';
        readonly cells: Cells;
        /** What is there; undefined where the engine has to look. */
        readonly before: Cells | 'none' | undefined;
      }
    | {
        readonly kind: 'replace';
        readonly cells: Cells;
        readonly before?: undefined;
        readonly matches: readonly ExpectedCell[] | undefined;
      }
    | { readonly kind: 'remove'; readonly matches: readonly ExpectedCell[] | undefined }
  );

/** A condition whose values are known to fit. */
export type CheckedCondition = RowPlace &
  (
    | { readonly kind: 'absent' | 'present' }
    | { readonly kind: 'matches'; readonly matches: readonly ExpectedCell[] }
  );

/** A part that can be handed to an engine. */
export interface CheckedPart {
  readonly writes: readonly CheckedWrite[];
  readonly conditions: readonly CheckedCondition[];
}

/** Checks all that can be known without the engine; throws ROW_INVALID or ROW_TOO_LARGE. */
export function checkPart(tables: OpenedTables, part: Part): CheckedPart {
  const writes = part.writes.map((write) => checkWrite(tables.shapeOf(write.table), write));
  const conditions = (part.conditions ?? []).map((condition) =>
    checkCondition(tables.shapeOf(condition.table), condition),
  );
  checkEachRowOnce(writes);
  checkPartSize(writes, conditions);
  checkOnePartition(writes, conditions);
  return { writes, conditions };
}

function checkWrite(shape: TableShape, write: Write): CheckedWrite {
  if (write.kind === 'remove') {
    const matches = checkMatches(shape, write.matches);
    return { kind: 'remove', shape, id: checkKey(shape, write.key), matches };
  }
  const cells = checkRow(shape, write.row);
  const id = idOfCells(shape, cells);
  checkIndexSizes(shape, cells, id);
  if (write.kind === 'insert') return { kind: 'insert', shape, id, cells };
  if (write.kind === 'put') {
    return { kind: 'put', shape, id, cells, before: cellsBefore(shape, write.over) };
  }
  const matches = checkMatches(shape, write.matches);
  return { kind: 'replace', shape, id, cells, matches };
}

/** A row that was read or written before has been checked then; of it only its places matter. */
function cellsBefore(shape: TableShape, over: object | 'none' | undefined) {
  if (over === undefined || over === 'none') return over;
  const row = over as Readonly<Record<string, Cell | undefined>>;
  const cells = new Array<Cell | undefined>(shape.names.length).fill(undefined);
  for (const at of shape.placed) cells[at] = row[shape.names[at]!];
  return cells;
}

function checkCondition(shape: TableShape, condition: Condition): CheckedCondition {
  const place = { shape, id: checkKey(shape, condition.key) };
  if (condition.kind !== 'matches') return { kind: condition.kind, ...place };
  return { kind: 'matches', ...place, matches: checkMatches(shape, condition.matches) ?? [] };
}

/** The same for the same row and for no other. */
export function rowName({ shape, id }: RowPlace): string {
  return `${shape.name}/${id.encoded.toString('latin1')}`;
}

/** The same for all parts of one partition key, whatever their tables. */
export function partitionName({ writes, conditions }: CheckedPart): string {
  const first = writes[0] ?? conditions[0];
  return first === undefined ? '' : encodeKey(partitionOf(first)).toString('latin1');
}

function checkMatches(
  shape: TableShape,
  matches: object | undefined,
): readonly ExpectedCell[] | undefined {
  if (matches === undefined) return undefined;
  return Object.entries(matches).map(([name, value]: [string, unknown]) => {
    const at = shape.names.indexOf(name);
    const kind = shape.kinds[at];
    if (kind === undefined || kind === 'json' || shape.keyAt.includes(at)) {
      throw rowInvalid(shape, `${name} is no column that can be matched`);
    }
    return { at, cell: value === undefined ? undefined : checkCell(shape, at, value) };
  });
}

function checkPartSize(
  writes: readonly CheckedWrite[],
  conditions: readonly CheckedCondition[],
): void {
  // Most parts are so small that their rows need not be measured.
  if (writes.length + conditions.length <= MAX_PART_BYTES / MAX_ROW_BYTES) return;
  const { shape } = (writes[0] ?? conditions[0])!;
  const rows = writes.length + conditions.length;
  if (rows > MAX_PART_ROWS) {
    throw tooLarge(shape, `a part has ${rows} writes and conditions`, MAX_PART_ROWS);
  }
  let most = 0;
  for (const write of writes) if (write.kind !== 'remove') most += mostBytesOf(write.cells);
  if (most <= MAX_PART_BYTES) return;
  let size = 0;
  for (const write of writes) if (write.kind !== 'remove') size += bytesOf(write.cells);
  if (size > MAX_PART_BYTES) throw tooLarge(shape, `a part has ${size} bytes`, MAX_PART_BYTES);
}

function checkEachRowOnce(writes: readonly CheckedWrite[]): void {
  if (writes.length <= FEW_ROWS) {
    for (let at = 1; at < writes.length; at += 1) {
      for (let other = 0; other < at; other += 1) {
        if (isSameRow(writes[at]!, writes[other]!)) throw writtenTwice(writes[at]!);
      }
    }
    return;
  }
  const seen = new Map<TableShape, Set<string>>();
  for (const write of writes) {
    const { shape, id } = write;
    let ids = seen.get(shape);
    if (ids === undefined) {
      ids = new Set();
      seen.set(shape, ids);
    }
    const { size } = ids;
    if (ids.add(id.encoded.toString('latin1')).size === size) throw writtenTwice(write);
  }
}

function isSameRow(one: RowPlace, other: RowPlace): boolean {
  return one.shape === other.shape && one.id.encoded.equals(other.id.encoded);
}

function writtenTwice({ shape }: RowPlace): Error {
  return rowInvalid(shape, 'one part writes a row twice');
}

function checkOnePartition(...places: readonly (readonly RowPlace[])[]): void {
  let partition: readonly KeyValue[] | undefined;
  for (const some of places) {
    for (const place of some) {
      partition ??= partitionOf(place);
      if (isIn(partition, place)) continue;
      const { key, partition: length } = place.shape.table;
      const columns = key.slice(0, length).join(', ');
      throw rowInvalid(place.shape, `one part has rows of two partition keys (${columns})`);
    }
  }
}

function partitionOf({ shape, id }: RowPlace): readonly KeyValue[] {
  return id.values.slice(0, shape.table.partition);
}

function isIn(partition: readonly KeyValue[], { shape, id }: RowPlace): boolean {
  if (shape.table.partition !== partition.length) return false;
  for (let at = 0; at < partition.length; at += 1) {
    if (!areSame(partition[at]!, id.values[at]!)) return false;
  }
  return true;
}

function areSame(one: KeyValue, other: KeyValue): boolean {
  if (!(one instanceof Uint8Array) || !(other instanceof Uint8Array)) return one === other;
  return Buffer.compare(one, other) === 0;
}
