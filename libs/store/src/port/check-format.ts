import { CrawlError } from '@mayfly/errors';
import type { ColumnKind } from './column.ts';
import type { TableShape } from './table-shape.ts';

/** Columns and what they hold, as an engine remembers them. */
export type KnownColumns = readonly (readonly [name: string, kind: ColumnKind])[];

/** Refuses a table that a newer Mayfly has written, or begun to. */
export function checkNotNewer(shape: TableShape, found: number): void {
  if (found <= shape.table.format) return;
  throw new CrawlError(
    'STORE_FORMAT_NEWER',
    `table ${shape.name}: format ${found}, and this Mayfly knows ${shape.table.format} at most`,
  );
}

/** Columns may come and go in one format, but what one holds may not change: old rows would be misread. */
export function checkSameKinds(shape: TableShape, known: KnownColumns): void {
  for (const [name, kind] of known) {
    const now = shape.kinds[shape.names.indexOf(name)];
    if (now === undefined || now === kind) continue;
    throw new Error(
      `table ${shape.name}: ${name} was ${kind}; to make it ${now} needs a new format`,
    );
  }
}
