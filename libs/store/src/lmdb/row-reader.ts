import type { ColumnKind } from '../port/column.ts';
import type { Cell } from '../port/table-shape.ts';
import { DOUBLE, MINUS, MOST_SMALL, PLUS, SMALL_MINUS } from './row-numbers.ts';

const NOTHING = Buffer.alloc(0);
const double = new DataView(new ArrayBuffer(8));

/** Reads what a `RowWriter` wrote. */
export class RowReader {
  private row: Buffer = NOTHING;
  private at = 0;

  /** Begins a row, whose bytes must stay until it is read. */
  begin(row: Uint8Array): void {
    this.row = Buffer.isBuffer(row) ? row : Buffer.from(row.buffer, row.byteOffset, row.byteLength);
    this.at = 0;
  }

  length(): number {
    let value = 0;
    for (let bits = 0; ; bits += 7) {
      const byte = this.byte();
      value |= (byte & 0x7f) << bits;
      if (byte < 0x80) return value;
    }
  }

  cell(kind: ColumnKind): Cell {
    if (kind === 'number') return this.number();
    if (kind === 'text' || kind === 'json') return this.text();
    if (kind === 'bytes') return this.bytes();
    if (kind === 'flag') return this.byte() === 1;
    this.at += 8;
    return this.row.readBigInt64BE(this.at - 8);
  }

  byte(): number {
    const byte = this.row[this.at]!;
    this.at += 1;
    return byte;
  }

  private text(): string {
    const length = this.length();
    this.at += length;
    return this.row.toString('utf8', this.at - length, this.at);
  }

  /** A copy: the row's own are not there for long. */
  private bytes(): Uint8Array {
    const length = this.length();
    this.at += length;
    return new Uint8Array(this.row.subarray(this.at - length, this.at));
  }

  private number(): number {
    const tag = this.byte();
    if (tag <= MOST_SMALL) return tag;
    if (tag >= SMALL_MINUS) return tag - 0x100;
    if (tag > DOUBLE) return this.double(tag - DOUBLE);
    return tag > MINUS ? -this.size(tag - MINUS) : this.size(tag - PLUS);
  }

  private size(length: number): number {
    let size = 0;
    for (let left = length; left > 0; left -= 1) size = size * 256 + this.byte();
    return size;
  }

  private double(length: number): number {
    double.setFloat64(0, 0);
    for (let place = 0; place < length; place += 1) double.setUint8(place, this.byte());
    return double.getFloat64(0);
  }
}
