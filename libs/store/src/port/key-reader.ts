import { decodeValue, type KeyValue } from './key-bytes.ts';

const FIRST_BYTES = 128;

/**
 * Reads keys one after another. Neighbours mostly begin alike, and what is alike is not made again: rows of one page share
 * those values.
 */
export class KeyReader {
  private before: Buffer = Buffer.alloc(FIRST_BYTES);
  private values: KeyValue[] = [];
  /** Where each value of the key before ends. */
  private ends: number[] = [];

  read(encoded: Uint8Array): readonly KeyValue[] {
    const { buffer, byteOffset, byteLength } = encoded;
    const bytes = Buffer.isBuffer(encoded) ? encoded : Buffer.from(buffer, byteOffset, byteLength);
    const values: KeyValue[] = [];
    const ends: number[] = [];
    let isAlike = true;
    for (let at = 0; at < bytes.length;) {
      const column = values.length;
      const end = this.ends[column] ?? 0;
      isAlike &&= end > 0 && hasSame(bytes, this.before, at, end);
      if (isAlike) {
        values.push(this.values[column]!);
        ends.push(end);
        at = end;
        continue;
      }
      const found = decodeValue(bytes, at);
      if (found === undefined) throw new Error('bytes that are no key');
      values.push(found.value);
      ends.push(found.end);
      at = found.end;
    }
    // Whoever reads trees may use the same bytes for the next key.
    if (bytes.length > this.before.length) this.before = Buffer.alloc(2 * bytes.length);
    this.before.set(bytes);
    this.values = values;
    this.ends = ends;
    return values;
  }
}

/** Text goes on where its end is followed by a byte that begins no value. */
const GOES_ON = 0xff;

function hasSame(one: Uint8Array, other: Uint8Array, from: number, to: number): boolean {
  if (to > one.length || one[to] === GOES_ON) return false;
  for (let at = from; at < to; at += 1) if (one[at] !== other[at]) return false;
  return true;
}
