import { rowInvalid } from './check-cell.ts';
import { MAX_INDEX_BYTES } from './check-row.ts';
import { decodeKey, encodeKey, type KeyValue } from './key-bytes.ts';
import type { IndexOf, PlaceOf, Table } from './table.ts';
import { shapeOf, type TableShape } from './table-shape.ts';

/** Which walk a cursor belongs to. */
export interface Walk {
  readonly shape: TableShape;
  readonly index: string | undefined;
  readonly reverse: boolean;
}

/** The place of a row in a walk (index columns, then what they leave of the primary key) as one opaque word. */
export function cursorOf(walk: Walk, position: readonly KeyValue[]): string {
  const place = encodeKey(position).toString('base64url');
  return Buffer.from(`${nameOf(walk)} ${place}`).toString('base64url');
}

const shapes = new WeakMap<Table, TableShape>();

/** A cursor that goes on upwards in an index right after a place, whether the row is still there or not. */
export function cursorAfter<T extends Table, I extends IndexOf<T>>(
  table: T,
  index: I,
  place: PlaceOf<T, I>,
): string {
  const shape = shapes.get(table) ?? shapeOf(table);
  shapes.set(table, shape);
  const { places } = shape.indexes.find(({ name }) => name === index)!;
  const cells = place as Readonly<Record<string, KeyValue>>;
  const position = places.map((at) => cells[shape.names[at]!]!);
  return cursorOf({ shape, index, reverse: false }, position);
}

/** The place again; ROW_INVALID when the cursor is of another walk, or none at all. */
export function positionOf(walk: Walk, cursor: string): KeyValue[] {
  const [table, index, direction, place, ...rest] = Buffer.from(cursor, 'base64url')
    .toString()
    .split(' ');
  if (`${table} ${index} ${direction}` !== nameOf(walk) || rest.length > 0) {
    throw rowInvalid(walk.shape, 'after: the cursor is not of this table, index and direction');
  }
  const encoded = Buffer.from(place ?? '', 'base64url');
  // LMDB cannot look for a longer one, and leaves a reader behind when it tries: no page would be used again.
  const values = encoded.length > MAX_INDEX_BYTES ? undefined : decodeKey(encoded);
  if (values === undefined || !fits(walk, values) || cursorOf(walk, values) !== cursor) {
    throw rowInvalid(walk.shape, 'after: the cursor is damaged');
  }
  return values;
}

function nameOf({ shape, index, reverse }: Walk): string {
  // The figure is that of the way keys are written: a cursor of another one would name another place.
  return `${shape.name} ${index ?? '-'} ${reverse ? 'down' : 'up'}-2`;
}

const KIND_OF: Readonly<Record<string, string>> = {
  number: 'number',
  string: 'text',
  boolean: 'flag',
  object: 'bytes',
};

function fits({ shape, index }: Walk, values: readonly KeyValue[]): boolean {
  const at = shape.indexes.find(({ name }) => name === index)?.places ?? shape.keyAt;
  return (
    values.length === at.length &&
    values.every((value, place) => KIND_OF[typeof value] === shape.kinds[at[place]!])
  );
}
