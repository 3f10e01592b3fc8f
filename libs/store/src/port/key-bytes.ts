/** A value that has a place in an order. */
export type KeyValue = number | string | Uint8Array | boolean;

/*
 * Byte strings whose order is the order of the values, so that a tree of bytes is an index, and so that both engines
 * measure, compare and name keys alike. The order is MongoDB's: numbers by value, then text by its UTF-8 bytes, then
 * bytes by length and content, then false, true. Each value begins with a tag below 0xff and none is the beginning of
 * another, so a key that begins with another's values sorts right after it.
 */
const NUMBER = 0x10;
const TEXT = 0x20;
const BYTES = 0x30;
const FLAG = 0x40;
const PAST_ALL_TAGS = 0xff;

/** Keys are written here one after another, each where it stays: nothing is copied, and a block is let go with its last key. */
const BLOCK_BYTES = 16 * 1024;
let block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
let used = 0;

/** Bytes of all values one after another, and of an encoded key behind them. */
export function encodeKey(values: readonly KeyValue[], behind?: Uint8Array): Buffer {
  const most = mostKeyBytes(values) + (behind?.length ?? 0);
  if (most > BLOCK_BYTES) return writeKey(Buffer.allocUnsafe(most), 0, { values, behind });
  if (used + most > BLOCK_BYTES) {
    block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
    used = 0;
  }
  const key = writeKey(block, used, { values, behind });
  used += key.length;
  return key;
}

interface KeyParts {
  readonly values: readonly KeyValue[];
  readonly behind: Uint8Array | undefined;
}

function writeKey(target: Buffer, at: number, { values, behind }: KeyParts): Buffer {
  let end = at;
  for (const value of values) end = writeValue(target, end, value);
  if (behind !== undefined) {
    target.set(behind, end);
    end += behind.length;
  }
  return target.subarray(at, end);
}

/** Their encoding is no longer than this. */
export function mostKeyBytes(values: readonly (KeyValue | undefined)[]): number {
  let most = 0;
  for (const value of values) most += value === undefined ? 0 : mostValueBytes(value);
  return most;
}

/** The same of one value. */
export function mostValueBytes(value: KeyValue): number {
  if (typeof value === 'string') return value.length * 4 + 2;
  return value instanceof Uint8Array ? value.length + 5 : 9;
}

/** Sorts after every key that begins with these bytes, and before every other key that sorts after them. */
export function justAfter(encoded: Uint8Array): Buffer {
  return Buffer.concat([encoded, Buffer.of(PAST_ALL_TAGS)]);
}

/** The values again; undefined when these bytes are no key. */
export function decodeKey(encoded: Uint8Array): KeyValue[] | undefined {
  const bytes = Buffer.from(encoded.buffer, encoded.byteOffset, encoded.byteLength);
  const values: KeyValue[] = [];
  let at = 0;
  while (at < bytes.length) {
    const found = decodeValue(bytes, at);
    if (found === undefined) return undefined;
    values.push(found.value);
    at = found.end;
  }
  return values;
}

/** Writes a value and says where it ends. */
function writeValue(target: Buffer, at: number, value: KeyValue): number {
  if (typeof value === 'string') return writeText(target, at, value);
  if (typeof value === 'number') return writeNumber(target, at, value);
  if (typeof value === 'boolean') {
    target[at] = FLAG;
    target[at + 1] = value ? 1 : 0;
    return at + 2;
  }
  target[at] = BYTES;
  target.writeUInt32BE(value.length, at + 1);
  target.set(value, at + 5);
  return at + 5 + value.length;
}

/** The bits of a double sort like its value once the sign bit is turned, and all bits of a negative one. */
function writeNumber(target: Buffer, at: number, value: number): number {
  target[at] = NUMBER;
  target.writeDoubleBE(value === 0 ? 0 : value, at + 1);
  turnBits(target, at + 1, target[at + 1]! >= 0x80);
  return at + 9;
}

function turnBits(target: Buffer, at: number, all: boolean): void {
  if (!all) {
    target[at]! ^= 0x80;
    return;
  }
  for (let place = at; place < at + 8; place += 1) target[place]! ^= 0xff;
}

/** A zero byte ends the text; one inside it is followed by 0xff, which no tag is. */
function writeText(target: Buffer, at: number, value: string): number {
  target[at] = TEXT;
  let end = at + 1;
  if (!value.includes('\0')) {
    end += target.write(value, end, 'utf8');
  } else {
    for (const [index, part] of value.split('\0').entries()) {
      if (index > 0) end = target.writeUInt16BE(0x00ff, end);
      end += target.write(part, end, 'utf8');
    }
  }
  target[end] = 0;
  return end + 1;
}

function decodeValue(bytes: Buffer, at: number): { value: KeyValue; end: number } | undefined {
  const tag = bytes[at];
  const start = at + 1;
  if (tag === TEXT) return decodeText(bytes, start);
  if (tag === FLAG && bytes.length > start) return { value: bytes[start] === 1, end: start + 1 };
  if (tag === NUMBER && bytes.length >= start + 8) {
    const bits = Buffer.from(bytes.subarray(start, start + 8));
    turnBits(bits, 0, bits[0]! < 0x80);
    return { value: bits.readDoubleBE(0), end: start + 8 };
  }
  if (tag !== BYTES || bytes.length < start + 4) return undefined;
  const end = start + 4 + bytes.readUInt32BE(start);
  if (end > bytes.length) return undefined;
  return { value: new Uint8Array(bytes.subarray(start + 4, end)), end };
}

function decodeText(bytes: Buffer, start: number): { value: string; end: number } | undefined {
  const parts: string[] = [];
  for (let from = start; ;) {
    const zero = bytes.indexOf(0, from);
    if (zero === -1) return undefined;
    parts.push(bytes.toString('utf8', from, zero));
    if (bytes[zero + 1] !== 0xff) return { value: parts.join('\0'), end: zero + 1 };
    from = zero + 2;
  }
}
