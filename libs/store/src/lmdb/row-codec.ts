import type { KnownColumns } from '../port/check-format.ts';
import type { KeyValue } from '../port/key-bytes.ts';
import type { Cell, Cells, TableShape } from '../port/table-shape.ts';
import { RowReader } from './row-reader.ts';
import { mostCellBytes, RowWriter } from './row-writer.ts';

/** The columns of rows written by one declaration of a table, without the primary key. Each row names its layout by number. */
export interface Layout {
  readonly format: number;
  readonly columns: KnownColumns;
}

const writer = new RowWriter();
const reader = new RowReader();

/** Columns whose bits stand in one byte, beside one that says whether another byte of them follows. */
const GROUP = 7;
const MORE = 0x80;
const MOST_LAYOUT_BYTES = 4;

/**
 * Turns cells into bytes and back, also bytes of rows that older declarations wrote. A row is the number of its layout, a
 * bit for each column up to the last one that is there, and then those that are there: their kinds are in the layout.
 */
export class RowCodec {
  readonly layouts: readonly Layout[];
  private readonly current: number;
  /** For each layout, where its columns stand among those of today; -1 where they are no more. */
  private readonly places: readonly (readonly number[])[];
  private readonly width: number;
  private readonly keyAt: readonly number[];
  /** Where the columns of the current layout stand among those of today. */
  private readonly valuesAt: readonly number[];
  /** Which columns a row has that is being read, a byte for each group. */
  private readonly groups: number[] = [];

  constructor(shape: TableShape, layouts: readonly Layout[], current: number) {
    this.layouts = layouts;
    this.current = current;
    this.width = shape.names.length;
    this.keyAt = shape.keyAt;
    this.valuesAt = valueColumns(shape);
    this.places = layouts.map(({ columns }) => columns.map(([name]) => shape.names.indexOf(name)));
  }

  encode(cells: Cells): Uint8Array {
    const { valuesAt } = this;
    const { columns } = this.layouts[this.current]!;
    let most = MOST_LAYOUT_BYTES + valuesAt.length;
    let last = -1;
    for (let place = 0; place < valuesAt.length; place += 1) {
      const cell = cells[valuesAt[place]!];
      if (cell === undefined) continue;
      most += mostCellBytes(cell);
      last = place;
    }
    writer.begin(most);
    writer.length(this.current);
    this.writeGroups(cells, last);
    for (let place = 0; place <= last; place += 1) {
      const cell = cells[valuesAt[place]!];
      if (cell !== undefined) writer.cell(columns[place]![1], cell);
    }
    return writer.end();
  }

  private writeGroups(cells: Cells, last: number): void {
    const { valuesAt } = this;
    for (let from = 0; from === 0 || from <= last; from += GROUP) {
      let group = from + GROUP <= last ? MORE : 0;
      for (let bit = 0; bit < GROUP && from + bit <= last; bit += 1) {
        if (cells[valuesAt[from + bit]!] !== undefined) group |= 1 << bit;
      }
      writer.byte(group);
    }
  }

  decode(value: Uint8Array, key: readonly KeyValue[]): Cells {
    const layout = this.begin(value);
    const places = this.places[layout]!;
    const { columns } = this.layouts[layout]!;
    const cells = new Array<Cell | undefined>(this.width).fill(undefined);
    for (let place = 0; place < columns.length; place += 1) {
      if (!this.has(place)) continue;
      const cell = reader.cell(columns[place]![1]);
      const at = places[place]!;
      if (at !== -1) cells[at] = cell;
    }
    for (let column = 0; column < key.length; column += 1) {
      cells[this.keyAt[column]!] = key[column]!;
    }
    return cells;
  }

  /** The format that a row was written in. */
  formatOf(value: Uint8Array): number {
    return this.layouts[this.begin(value)]!.format;
  }

  /** A row of any format with the columns that it was written with, its key aside. */
  rowOf(value: Uint8Array): Record<string, unknown> {
    const row: Record<string, unknown> = {};
    this.layouts[this.begin(value)]!.columns.forEach(([name, kind], place) => {
      if (!this.has(place)) return;
      const cell = reader.cell(kind);
      row[name] = kind === 'json' ? JSON.parse(cell as string) : cell;
    });
    return row;
  }

  /** Reads as far as the first cell, and tells the layout. */
  private begin(value: Uint8Array): number {
    reader.begin(value);
    const layout = reader.length();
    let group: number;
    this.groups.length = 0;
    do {
      group = reader.byte();
      this.groups.push(group);
    } while ((group & MORE) !== 0);
    return layout;
  }

  /** Whether the row that was begun has a column of its layout. */
  private has(place: number): boolean {
    const group = this.groups[Math.floor(place / GROUP)];
    return group !== undefined && (group & (1 << (place % GROUP))) !== 0;
  }
}

/** The columns that are not in the key, by where they stand. */
export function valueColumns({ names, keyAt }: TableShape): readonly number[] {
  return names.map((_, at) => at).filter((at) => !keyAt.includes(at));
}
