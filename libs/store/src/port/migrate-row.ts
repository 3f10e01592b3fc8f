import { checkIndexSizes, checkRow, idOfCells } from './check-row.ts';
import type { MigratedRow } from './table.ts';
import type { Cells, TableShape } from './table-shape.ts';

/** Takes a row of an older format through all steps; a step that is missing or moves a row is a bug. */
export function migrateRow(
  shape: TableShape,
  { row, format, id }: { row: MigratedRow; format: number; id: Uint8Array },
): Cells {
  let migrated = row;
  for (let from = format; from < shape.table.format; from += 1) {
    const step = shape.table.migrate[from];
    if (step === undefined) throw new Error(`table ${shape.name}: no step from format ${from}`);
    migrated = step(migrated);
  }
  const cells = checkRow(shape, migrated);
  const newId = idOfCells(shape, cells);
  if (!newId.encoded.equals(id)) {
    throw new Error(`table ${shape.name}: a step from format ${format} changed a key`);
  }
  checkIndexSizes(shape, cells, newId);
  return cells;
}
