import { Packr } from 'msgpackr';
import type { KnownColumns } from '../port/check-format.ts';
import type { KeyValue } from '../port/key-bytes.ts';
import type { Cell, Cells, TableShape } from '../port/table-shape.ts';

/** The columns of rows written by one declaration of a table, without the primary key. Each row names its layout by number. */
export interface Layout {
  readonly format: number;
  readonly columns: KnownColumns;
}

const packr = new Packr({ useRecords: false, int64AsType: 'bigint' });

/** Turns cells into bytes and back, also bytes of rows that older declarations wrote. */
export class RowCodec {
  readonly layouts: readonly Layout[];
  private readonly current: number;
  /** For each layout, where the columns of today stand in it. */
  private readonly places: readonly (readonly number[])[];
  private readonly keyAt: readonly number[];
  /** The same for every row that is packed: it is not looked at after. */
  private readonly packed: (Cell | null)[] = [];
  /** Where the columns of the current layout stand among those of today. */
  private readonly valuesAt: readonly number[];

  constructor(shape: TableShape, layouts: readonly Layout[], current: number) {
    this.layouts = layouts;
    this.current = current;
    this.keyAt = shape.keyAt;
    this.valuesAt = valueColumns(shape);
    this.places = layouts.map(({ columns }) =>
      shape.names.map((name) => columns.findIndex(([other]) => other === name)),
    );
  }

  encode(cells: Cells): Uint8Array {
    const { packed, valuesAt } = this;
    packed.length = 1;
    packed[0] = this.current;
    let length = 1;
    for (let place = 0; place < valuesAt.length; place += 1) {
      const cell = cells[valuesAt[place]!];
      packed.push(cell ?? null);
      // What is absent at the end is left out.
      if (cell !== undefined) length = place + 2;
    }
    packed.length = length;
    return packr.pack(packed);
  }

  decode(value: Uint8Array, key: readonly KeyValue[]): Cells {
    const packed = unpackRow(value);
    const places = this.places[packed[0] as number]!;
    const cells = new Array<Cell | undefined>(places.length);
    for (let at = 0; at < places.length; at += 1) cells[at] = cellAt(packed, places[at]!);
    for (let column = 0; column < key.length; column += 1) {
      cells[this.keyAt[column]!] = key[column]!;
    }
    return cells;
  }

  /** The format that a row was written in. */
  formatOf(value: Uint8Array): number {
    return this.layouts[unpackRow(value)[0] as number]!.format;
  }

  /** A row of any format with the columns that it was written with, its key aside. */
  rowOf(value: Uint8Array): Record<string, unknown> {
    const packed = unpackRow(value);
    const row: Record<string, unknown> = {};
    this.layouts[packed[0] as number]!.columns.forEach(([name, kind], place) => {
      const cell = cellAt(packed, place);
      if (cell === undefined) return;
      row[name] = kind === 'json' ? JSON.parse(cell as string) : cell;
    });
    return row;
  }
}

/** The columns that are not in the key, by where they stand. */
export function valueColumns({ names, keyAt }: TableShape): readonly number[] {
  return names.map((_, at) => at).filter((at) => !keyAt.includes(at));
}

function unpackRow(value: Uint8Array): (Cell | null)[] {
  return packr.unpack(value) as (Cell | null)[];
}

/** Bytes are copied: what msgpackr gives is a view into the whole row, as a Buffer. */
function cellAt(packed: readonly (Cell | null)[], place: number): Cell | undefined {
  const cell = place === -1 ? undefined : packed[place + 1];
  if (cell instanceof Uint8Array) return new Uint8Array(cell);
  return cell ?? undefined;
}
