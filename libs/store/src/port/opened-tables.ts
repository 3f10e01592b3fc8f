import type { Table } from './table.ts';
import { shapeOf, type TableShape } from './table-shape.ts';

/** The tables that a store was opened with. Using another one is a bug. */
export class OpenedTables {
  private readonly shapes = new Map<Table, TableShape>();

  constructor(tables: readonly Table[]) {
    const names = new Set<string>();
    for (const table of tables) {
      if (names.has(table.name)) throw new Error(`two tables are called ${table.name}`);
      names.add(table.name);
      this.shapes.set(table, shapeOf(table));
    }
  }

  shapeOf(table: Table): TableShape {
    const shape = this.shapes.get(table);
    if (shape === undefined) throw new Error(`the store was opened without table ${table.name}`);
    return shape;
  }

  all(): readonly TableShape[] {
    return [...this.shapes.values()];
  }
}
