import type { CreateIndexesOptions, IndexSpecification } from 'mongodb';
import type { IndexShape, TableShape } from '../port/table-shape.ts';
import { fieldOf } from './document.ts';

/** The fields of an index in order: its columns, then the key to tell equal ones apart. */
export function indexFields(shape: TableShape, index: IndexShape | undefined): readonly string[] {
  const columns = (index?.at ?? []).map((at) => fieldOf(shape, at));
  return columns.includes('_id') ? columns : [...columns, '_id'];
}

/** The index as MongoDB makes it: partial, so that rows that lack a column cost nothing in it. */
export function indexSpec(
  shape: TableShape,
  index: IndexShape,
): { keys: IndexSpecification; options: CreateIndexesOptions } {
  const keys = Object.fromEntries(indexFields(shape, index).map((field) => [field, 1 as const]));
  const filter = partialFilter(shape, index);
  const partial = Object.keys(filter).length === 0 ? {} : { partialFilterExpression: filter };
  return { keys, options: { name: indexName(shape, index), ...partial } };
}

/**
 * The name in MongoDB says what the index is, so that it changes with it; MongoDB has no two alike, so two declared
 * indexes that come to the same are one.
 */
export function indexName(shape: TableShape, index: IndexShape): string {
  const optional = partialFilter(shape, index);
  return indexFields(shape, index)
    .map((field) => (field in optional ? `${field}?` : field))
    .join();
}

/** What rows of the index have; a query must say so too, or MongoDB will not use a partial index. */
export function partialFilter(
  shape: TableShape,
  index: IndexShape | undefined,
): Record<string, { $exists: true }> {
  const optional = (index?.at ?? []).filter((at) => shape.optional[at]);
  return Object.fromEntries(optional.map((at) => [fieldOf(shape, at), { $exists: true }]));
}

/** What is asked for where only the index is to be read. */
export function placeFields(shape: TableShape, index: IndexShape): Record<string, 1> {
  return Object.fromEntries(indexFields(shape, index).map((field) => [topOf(field), 1 as const]));
}

/** A document's key is one field of it. */
const topOf = (field: string) => (field.startsWith('_id.') ? '_id' : field);
