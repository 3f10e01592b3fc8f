import { decodeNumber, MOST_NUMBER_BYTES, numberEnd, writeNumber } from './key-numbers.ts';

/** A value that has a place in an order. */
export type KeyValue = number | string | Uint8Array | boolean;

/*
 * Byte strings whose order is the order of the values, so that a tree of bytes is an index, and so that both engines
 * measure, compare and name keys alike. The order is MongoDB's: numbers by value, then text by its UTF-8 bytes, then
 * bytes by length and content, then false, true. Each value begins with a tag below 0xff and none is the beginning of
 * another, so a key that begins with another's values sorts right after it. Numbers are in `key-numbers.ts`, with tags
 * below those of text.
 */
const TEXT = 0x20;
/** Bytes that are few have their length in the tag; behind the last such tag the length stands in four bytes. */
const BYTES = 0x30;
const LONG_BYTES = 0xb0;
const FALSE = 0xc0;
const TRUE = 0xc1;
const PAST_ALL_TAGS = 0xff;

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
  return value instanceof Uint8Array ? value.length + 5 : MOST_NUMBER_BYTES;
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
    target[at] = value ? TRUE : FALSE;
    return at + 1;
  }
  return writeBytes(target, at, value);
}

function writeBytes(target: Buffer, at: number, value: Uint8Array): number {
  const { length } = value;
  let start = at + 1;
  if (length < LONG_BYTES - BYTES) {
    target[at] = BYTES + length;
  } else {
    target[at] = LONG_BYTES;
    start = target.writeUInt32BE(length, start);
  }
  target.set(value, start);
  return start + length;
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
  if (tag === undefined) return undefined;
  if (tag < TEXT) return decodeNumber(bytes, at);
  if (tag === TEXT) return decodeText(bytes, at + 1);
  if (tag === FALSE || tag === TRUE) return { value: tag === TRUE, end: at + 1 };
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

function contentOf(bytes: Uint8Array, at: number): { start: number; end: number } | undefined {
  const tag = bytes[at]!;
  if (tag < BYTES || tag > LONG_BYTES) return undefined;
  if (tag < LONG_BYTES) return within(bytes, at + 1, tag - BYTES);
  if (bytes.length < at + 5) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return within(bytes, at + 5, view.getUint32(at + 1));
}

function within(bytes: Uint8Array, start: number, length: number) {
  return start + length > bytes.length ? undefined : { start, end: start + length };
}

/** Where the value that begins there ends, in bytes that are a key. */
export function valueEnd(bytes: Uint8Array, at: number): number {
  const tag = bytes[at]!;
  if (tag < TEXT) return numberEnd(bytes, at)!;
  if (tag === FALSE || tag === TRUE) return at + 1;
  if (tag !== TEXT) return contentOf(bytes, at)!.end;
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
