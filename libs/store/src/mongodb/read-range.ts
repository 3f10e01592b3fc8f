import {
  BSON,
  type ClientSession,
  type Collection,
  type Document,
  type FindCursor,
  MaxKey,
  MinKey,
} from 'mongodb';
import type { Bound, Range } from '../port/bounds.ts';
import type { KeyValue } from '../port/key-bytes.ts';
import type { IndexShape, TableShape } from '../port/table-shape.ts';
import { documentId, type StoredDocument } from './document.ts';
import { indexFields, indexName, partialFilter } from './index-spec.ts';

/**
 * A query that walks exactly the part of the index between two points. MongoDB includes the lower end and excludes
 * the upper one, as we do, but it cannot name the point right after a whole key: there the one row is asked for too,
 * and `range.contains` tells it from the others. Undefined when MongoDB would see one point, where it allows no query.
 */
export function findRange(
  collection: Collection<StoredDocument>,
  range: Range,
  session: ClientSession,
): FindCursor<StoredDocument> | undefined {
  const { shape, index, lower, upper, reverse, limit } = range;
  const direction = reverse ? -1 : 1;
  const sort = Object.fromEntries(indexFields(shape, index).map((field) => [field, direction]));
  const min = boundDocument(range, lower);
  const max = boundDocument(range, upper);
  if (min !== undefined && max !== undefined && areSame(min, max)) return undefined;
  const cursor = collection
    .find(partialFilter(shape, index), { session, batchSize: limit + 2 })
    .sort(sort as Record<string, 1 | -1>)
    .hint(index === undefined ? { _id: 1 } : indexName(shape, index))
    .limit(lower.after ? limit + 1 : limit);
  if (min !== undefined) cursor.min(min);
  if (max !== undefined) cursor.max(max);
  return cursor;
}

function areSame(one: Document, other: Document): boolean {
  return Buffer.compare(BSON.serialize(one), BSON.serialize(other)) === 0;
}

/**
 * The key of a range that has room for one row only, since its upper end names a whole key: MongoDB has no point right
 * after that either. The row is in the range if it is there and the range contains it.
 */
export function onlyKeyIn({ shape, index, upper }: Range): readonly KeyValue[] | undefined {
  const columns = index?.at ?? shape.keyAt;
  if (!upper.after || upper.values.length < columns.length) return undefined;
  const key = shape.keyAt.map((at) => upper.values[columns.indexOf(at)]);
  const isWhole = index === undefined || shape.keyAt.length === 1;
  return isWhole && !key.includes(undefined) ? (key as KeyValue[]) : undefined;
}

function boundDocument({ shape, index }: Range, bound: Bound): Document | undefined {
  if (index === undefined) {
    const id = boundOfId(shape, bound);
    return id === undefined ? undefined : { _id: id };
  }
  const fields = indexFields(shape, index);
  const { values, after } = bound;
  const isWhole = values.length > index.at.length;
  const document: Document = {};
  fields.forEach((field, place) => {
    if (place < Math.min(values.length, index.at.length)) document[field] = values[place];
    else if (isWhole) document[field] = documentId(shape, keyIn(shape, index, values));
    else document[field] = after ? new MaxKey() : new MinKey();
  });
  return document;
}

/** The primary key in the values of a whole place. */
function keyIn(
  shape: TableShape,
  { places }: IndexShape,
  values: readonly KeyValue[],
): readonly KeyValue[] {
  return shape.keyAt.map((at) => values[places.indexOf(at)]!);
}

function boundOfId(shape: TableShape, { values, after }: Bound): unknown {
  if (values.length === 0) return undefined;
  if (values.length === shape.keyAt.length) return documentId(shape, values);
  const names = shape.table.key.slice(0, values.length + (after ? 1 : 0));
  return Object.fromEntries(names.map((name, place) => [name, values[place] ?? new MaxKey()]));
}
