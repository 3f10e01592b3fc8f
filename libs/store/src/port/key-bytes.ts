/** A value that has a place in an order. */
export type KeyValue = number | string | Uint8Array | boolean;

/*
 * Byte strings whose order is the order of the values, so that a tree of bytes is an index, and so that both engines
 * measure, compare and name keys alike. The order is MongoDB's: numbers by value, then text by its UTF-8 bytes, then
 * bytes by length and content, then false, true. Each value begins with a tag below 0xff and none is the beginning of
 * another, so a key that begins with another's values sorts right after it.
 */
const BELOW_ZERO = 0x10;
const FROM_ZERO = 0x11;
const TEXT = 0x20;
const BYTES = 0x30;
const FLAG = 0x40;
const PAST_ALL_TAGS = 0xff;
/** A length from here on is written in four bytes behind this one. */
const LONG = 0xff;

const FEW_BYTES = 32;

/** Keys are written here one after another, each where it stays: nothing is copied, and a block is let go with its last key. */
const BLOCK_BYTES = 16 * 1024;
let block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
let used = 0;

/** Bytes of all values one after another. */
export function encodeKey(values: readonly KeyValue[]): Buffer {
  const most = mostKeyBytes(values);
  if (most > BLOCK_BYTES) return writeKey(Buffer.allocUnsafe(most), 0, values);
  if (used + most > BLOCK_BYTES) {
    block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
    used = 0;
  }
  const key = writeKey(block, used, values);
  used += key.length;
  return key;
}

function writeKey(target: Buffer, at: number, values: readonly KeyValue[]): Buffer {
  let end = at;
  for (const value of values) end = writeValue(target, end, value);
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
  return value instanceof Uint8Array ? value.length + 6 : MOST_NUMBER_BYTES;
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
  return writeBytes(target, at, value);
}

function writeBytes(target: Buffer, at: number, value: Uint8Array): number {
  target[at] = BYTES;
  let start = at + 2;
  if (value.length < LONG) {
    target[at + 1] = value.length;
  } else {
    target[at + 1] = LONG;
    start = target.writeUInt32BE(value.length, start);
  }
  target.set(value, start);
  return start + value.length;
}

/** Nine groups of seven bits and a tag. */
const MOST_NUMBER_BYTES = 10;
const GROUPS = 9;
const bits = new DataView(new ArrayBuffer(8));
const groups = new Uint8Array(GROUPS);

/**
 * The bits of a double from zero up sort like its value. They are written in groups of seven, each with a bit that says
 * whether another one follows, and groups of zeros at the end are left out: small whole numbers take three bytes. Of a
 * number below zero all bytes behind the tag are turned.
 */
function writeNumber(target: Buffer, at: number, value: number): number {
  const isBelow = value < 0;
  target[at] = isBelow ? BELOW_ZERO : FROM_ZERO;
  bits.setFloat64(0, isBelow ? -value : value === 0 ? 0 : value);
  const high = bits.getUint32(0);
  const low = bits.getUint32(4);
  groups[0] = (high >>> 24) & 0x7f;
  groups[1] = (high >>> 17) & 0x7f;
  groups[2] = (high >>> 10) & 0x7f;
  groups[3] = (high >>> 3) & 0x7f;
  groups[4] = ((high & 7) << 4) | (low >>> 28);
  groups[5] = (low >>> 21) & 0x7f;
  groups[6] = (low >>> 14) & 0x7f;
  groups[7] = (low >>> 7) & 0x7f;
  groups[8] = low & 0x7f;
  let last = GROUPS - 1;
  while (last > 0 && groups[last] === 0) last -= 1;
  const turned = isBelow ? 0xff : 0;
  for (let group = 0; group <= last; group += 1) {
    const more = group < last ? 1 : 0;
    target[at + 1 + group] = ((groups[group]! << 1) | more) ^ turned;
  }
  return at + 2 + last;
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

/** The value that begins there, and where it ends; undefined when there is none. */
export function decodeValue(
  bytes: Buffer,
  at: number,
): { value: KeyValue; end: number } | undefined {
  const tag = bytes[at];
  const start = at + 1;
  if (tag === TEXT) return decodeText(bytes, start);
  if (tag === FLAG && bytes.length > start) return { value: bytes[start] === 1, end: start + 1 };
  if (tag === FROM_ZERO || tag === BELOW_ZERO) return decodeNumber(bytes, at);
  if (tag !== BYTES) return undefined;
  const content = contentOf(bytes, at);
  if (content === undefined) return undefined;
  return { value: bytesAt(bytes, content.start, content.end), end: content.end };
}

/** A copy, made byte by byte: of the few that a key has that is quicker than by way of a view. */
function bytesAt(bytes: Buffer, start: number, end: number): Uint8Array {
  if (end - start > FEW_BYTES) return new Uint8Array(bytes.subarray(start, end));
  const copy = new Uint8Array(end - start);
  for (let at = start; at < end; at += 1) copy[at - start] = bytes[at]!;
  return copy;
}

function decodeNumber(bytes: Buffer, at: number): { value: number; end: number } | undefined {
  const end = numberEnd(bytes, at);
  if (end === undefined) return undefined;
  const isBelow = bytes[at] === BELOW_ZERO;
  groups.fill(0);
  for (let group = 0; at + 1 + group < end; group += 1) {
    groups[group] = (isBelow ? ~bytes[at + 1 + group]! & 0xff : bytes[at + 1 + group]!) >>> 1;
  }
  // By their places: taking them apart as a list would make an iterator for every number.
  const middle = groups[4]!;
  const high = (groups[0]! << 24) | (groups[1]! << 17) | (groups[2]! << 10) | (groups[3]! << 3);
  const low = (groups[5]! << 21) | (groups[6]! << 14) | (groups[7]! << 7) | groups[8]!;
  bits.setUint32(0, high | (middle >>> 4));
  bits.setUint32(4, ((middle & 0xf) << 28) | low);
  const value = bits.getFloat64(0);
  return { value: isBelow ? -value : value, end };
}

function numberEnd(bytes: Uint8Array, at: number): number | undefined {
  const last = bytes[at] === BELOW_ZERO ? 1 : 0;
  for (let place = at + 1; place <= at + GROUPS && place < bytes.length; place += 1) {
    if ((bytes[place]! & 1) === last) return place + 1;
  }
  return undefined;
}

function contentOf(bytes: Uint8Array, at: number): { start: number; end: number } | undefined {
  const short = bytes[at + 1];
  if (short === undefined) return undefined;
  if (short < LONG) return within(bytes, at + 2, short);
  if (bytes.length < at + 6) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return within(bytes, at + 6, view.getUint32(at + 2));
}

function within(bytes: Uint8Array, start: number, length: number) {
  return start + length > bytes.length ? undefined : { start, end: start + length };
}

/** Where the value that begins there ends, in bytes that are a key. */
export function valueEnd(bytes: Uint8Array, at: number): number {
  const tag = bytes[at];
  if (tag === FROM_ZERO || tag === BELOW_ZERO) return numberEnd(bytes, at)!;
  if (tag === FLAG) return at + 2;
  if (tag === BYTES) return contentOf(bytes, at)!.end;
  let zero = bytes.indexOf(0, at + 1);
  while (bytes[zero + 1] === 0xff) zero = bytes.indexOf(0, zero + 2);
  return zero + 1;
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
