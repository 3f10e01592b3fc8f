import type { DataFolder } from '@mayfly/data-folder';
import { OpenedTables } from '../port/opened-tables.ts';
import type { Store } from '../port/store.ts';
import type { Table } from '../port/table.ts';
import type { LmdbTable } from './lmdb-table.ts';
import { LmdbStore } from './lmdb-store.ts';
import { openTable } from './open-table.ts';

/**
 * Opens tables in a data folder, migrating and indexing what is older than declared. Several stores with different
 * tables may share a folder; the folder stays open when a store is closed.
 */
export async function openLmdbStore({
  folder,
  tables,
}: {
  readonly folder: DataFolder;
  readonly tables: readonly Table[];
}): Promise<Store> {
  const environment = folder.environment('store');
  const opened = new OpenedTables(tables);
  const trees = new Map<string, LmdbTable>();
  for (const shape of opened.all()) trees.set(shape.name, await openTable(environment, shape));
  return new LmdbStore(environment, opened, trees);
}
