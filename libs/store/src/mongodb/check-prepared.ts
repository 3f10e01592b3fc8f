import { CrawlError } from '@mayfly/errors';
import { checkNotNewer, checkSameKinds } from '../port/check-format.ts';
import type { TableShape } from '../port/table-shape.ts';
import { indexName } from './index-spec.ts';
import type { TableRecord } from './table-record.ts';

/** Refuses a table that `prepare` has not brought to its declared form. */
export function checkPrepared(shape: TableShape, record: TableRecord | undefined): void {
  const refuse = (problem: string) => {
    throw new CrawlError('STORE_NOT_PREPARED', `table ${shape.name}: ${problem}`);
  };
  if (record === undefined) return refuse('does not exist yet');
  checkNotNewer(shape, record.migration?.to ?? record.format);
  if (record.format < shape.table.format) return refuse(`is of format ${record.format}`);
  const known = record.columns[record.format] ?? [];
  checkSameKinds(shape, known);
  for (const name of shape.names) {
    if (!known.some(([other]) => other === name)) return refuse(`column ${name} is new`);
  }
  for (const index of shape.indexes) {
    const isThere = record.indexes[index.name] === indexName(shape, index);
    if (!isThere) return refuse(`index ${index.name} is missing`);
  }
}
