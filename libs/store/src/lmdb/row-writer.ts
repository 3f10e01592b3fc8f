import type { ColumnKind } from '../port/column.ts';
import { bytesOfSize, writeSize } from '../port/size-bytes.ts';
import type { Cell } from '../port/table-shape.ts';
import { DOUBLE, LEAST_SMALL, MINUS, MOST_SMALL, PLUS } from './row-numbers.ts';

/** Rows are written here one after another, each where it stays: nothing is copied, and a block is let go with its last row. */
const BLOCK_BYTES = 64 * 1024;
/** Larger ones would leave much of a block unused, and keep it for long. */
const LARGE_BYTES = 8 * 1024;
/** Text up to this many characters is written here; of more a call is quicker. */
const SHORT_TEXT = 64;
const LONG_TEXT = 2_048;
const MOST_NUMBER_BYTES = 9;
const MOST_LENGTH_BYTES = 4;

const double = new DataView(new ArrayBuffer(8));

/** Writes the cells of one row after another. `row-reader.ts` reads them. */
export class RowWriter {
  private block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
  private used = 0;
  /** What the row is written to: the block, or bytes of its own. */
  private target = this.block;
  private start = 0;
  private at = 0;

  /** Begins a row that has at most so many bytes. */
  begin(mostBytes: number): void {
    const isLarge = mostBytes > LARGE_BYTES;
    if (!isLarge && this.used + mostBytes > BLOCK_BYTES) {
      this.block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
      this.used = 0;
    }
    this.target = isLarge ? Buffer.allocUnsafeSlow(mostBytes) : this.block;
    this.start = isLarge ? 0 : this.used;
    this.at = this.start;
  }

  /** The row that was written. */
  end(): Buffer {
    if (this.target === this.block) this.used = this.at;
    return this.target.subarray(this.start, this.at);
  }

  byte(value: number): void {
    this.target[this.at] = value;
    this.at += 1;
  }

  /** A length, or anything that is mostly small: seven bits a byte, the lowest first. */
  length(value: number): void {
    let left = value;
    for (; left > 0x7f; left >>>= 7) this.byte((left & 0x7f) | 0x80);
    this.byte(left);
  }

  cell(kind: ColumnKind, cell: Cell): void {
    if (kind === 'number') this.number(cell as number);
    else if (kind === 'text' || kind === 'json') this.text(cell as string);
    else if (kind === 'bytes') this.bytes(cell as Uint8Array);
    else if (kind === 'flag') this.byte(cell === true ? 1 : 0);
    else this.at = this.target.writeBigInt64BE(cell as bigint, this.at);
  }

  private text(text: string): void {
    const { length } = text;
    if (length < SHORT_TEXT && this.ascii(text)) return;
    this.length(Buffer.byteLength(text));
    this.at += this.target.write(text, this.at, 'utf8');
  }

  /** Writes text that has one byte a character, or nothing. */
  private ascii(text: string): boolean {
    const { target, at } = this;
    const { length } = text;
    for (let place = 0; place < length; place += 1) {
      const code = text.charCodeAt(place);
      if (code > 0x7f) return false;
      target[at + 1 + place] = code;
    }
    target[at] = length;
    this.at = at + 1 + length;
    return true;
  }

  private bytes(bytes: Uint8Array): void {
    this.length(bytes.length);
    this.target.set(bytes, this.at);
    this.at += bytes.length;
  }

  private number(value: number): void {
    if (!Number.isSafeInteger(value)) {
      this.double(value);
    } else if (value >= LEAST_SMALL && value <= MOST_SMALL) {
      this.byte(value & 0xff);
    } else {
      const size = Math.abs(value);
      const length = bytesOfSize(size);
      this.byte((value < 0 ? MINUS : PLUS) + length);
      this.at = writeSize(this.target, this.at, { size, length });
    }
  }

  /** Its bytes without the zeros at the end. */
  private double(value: number): void {
    double.setFloat64(0, value);
    let length = 8;
    while (double.getUint8(length - 1) === 0) length -= 1;
    this.byte(DOUBLE + length);
    for (let place = 0; place < length; place += 1) this.byte(double.getUint8(place));
  }
}

/** A cell takes no more than this. */
export function mostCellBytes(cell: Cell): number {
  if (typeof cell === 'string') return mostTextBytes(cell) + MOST_LENGTH_BYTES;
  return cell instanceof Uint8Array ? cell.length + MOST_LENGTH_BYTES : MOST_NUMBER_BYTES;
}

/** Of text that is long it pays to know. */
function mostTextBytes(text: string): number {
  return text.length > LONG_TEXT ? Buffer.byteLength(text) : text.length * 3;
}
