import { sizeOf, type Outgoing } from '../outgoing.ts';
import type { Arrived } from '../runner/arrived.ts';

/** The format of one record in the log; another one gets the next number. */
const FORMAT = 1;
const FIXED_BYTES = 1 + 8 + 8 + 2 + 2;

/** A record with what was in its partition before it, so that a lag in bytes needs no scan. */
export interface LogRecord {
  readonly arrived: Arrived;
  readonly bytesBefore: number;
}

/** A message with the words that only the log knows. */
export interface Entry extends Pick<Outgoing, 'key' | 'payload' | 'headers'> {
  readonly publishedMs: number;
  readonly bytesBefore: number;
}

/** How long a record will be. */
export function recordBytes({ key, payload, headers }: Entry): number {
  let size = FIXED_BYTES + key.length + payload.length;
  for (const name in headers) size += 6 + Buffer.byteLength(name) + headers[name]!.length;
  return size;
}

/** Writes a record at an offset; answers the offset behind it. */
export function writeRecord(entry: Entry, into: Buffer, offset: number): number {
  const { key, payload, headers } = entry;
  into.writeUInt8(FORMAT, offset);
  into.writeDoubleBE(entry.publishedMs, offset + 1);
  into.writeDoubleBE(entry.bytesBefore, offset + 9);
  into.writeUInt16BE(key.length, offset + 17);
  into.set(key, offset + FIXED_BYTES);
  let at = offset + FIXED_BYTES + key.length;
  let count = 0;
  for (const name in headers) {
    const value = headers[name]!;
    at = into.writeUInt16BE(Buffer.byteLength(name), at);
    at += into.write(name, at);
    at = into.writeUInt32BE(value.length, at);
    into.set(value, at);
    at += value.length;
    count += 1;
  }
  into.writeUInt16BE(count, offset + 19);
  into.set(payload, at);
  return at + payload.length;
}

/** The other way; the bytes are shared with what was given, which must not be written to later. */
export function decodeRecord(position: number, bytes: Uint8Array): LogRecord {
  const record = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (record.readUInt8(0) !== FORMAT) throw new Error('a log record of an unknown format');
  const keyLength = record.readUInt16BE(17);
  const headers: Record<string, Uint8Array> = {};
  const key = record.subarray(FIXED_BYTES, FIXED_BYTES + keyLength);
  let at = FIXED_BYTES + keyLength;
  for (let left = record.readUInt16BE(19); left > 0; left -= 1) {
    const nameEnd = at + 2 + record.readUInt16BE(at);
    const name = record.toString('utf8', at + 2, nameEnd);
    at = nameEnd + 4 + record.readUInt32BE(nameEnd);
    headers[name] = record.subarray(nameEnd + 4, at);
  }
  const payload = record.subarray(at);
  return {
    bytesBefore: record.readDoubleBE(9),
    arrived: {
      position: BigInt(position),
      key: key.toString(),
      payload,
      headers,
      publishedMs: record.readDoubleBE(1),
      bytes: sizeOf(key, payload, headers),
    },
  };
}
