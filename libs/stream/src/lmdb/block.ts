import { decodeRecord, type Entry, type LogRecord, recordBytes, writeRecord } from './record.ts';

/** Where a block is cut: larger ones cost LMDB long runs of pages, smaller ones more keys. */
const BLOCK_BYTES = 64 * 1_024;
const LENGTH_BYTES = 4;

/** Neighbouring records of one partition under one key: LMDB's work is a block's and not a message's. */
export interface Block {
  readonly first: number;
  readonly bytes: Buffer;
}

/** Cuts entries, which begin at a position, into blocks. */
export function encodeBlocks(first: number, entries: readonly Entry[]): readonly Block[] {
  const blocks: Block[] = [];
  let begin = 0;
  let size = 0;
  const cut = (end: number): void => {
    if (end === begin) return;
    blocks.push({ first: first + begin, bytes: encodeBlock(entries.slice(begin, end), size) });
    begin = end;
    size = 0;
  };
  for (const [index, entry] of entries.entries()) {
    const bytes = LENGTH_BYTES + recordBytes(entry);
    if (size + bytes > BLOCK_BYTES) cut(index);
    size += bytes;
  }
  cut(entries.length);
  return blocks;
}

function encodeBlock(entries: readonly Entry[], size: number): Buffer {
  const block = Buffer.allocUnsafe(size);
  let at = 0;
  for (const entry of entries) {
    const end = writeRecord(entry, block, at + LENGTH_BYTES);
    block.writeUInt32BE(end - at - LENGTH_BYTES, at);
    at = end;
  }
  return block;
}

/** The records of a block from a position on. */
export function* decodeBlock(first: number, block: Uint8Array, from: number): Iterable<LogRecord> {
  const bytes = Buffer.from(block.buffer, block.byteOffset, block.byteLength);
  let position = first;
  for (let at = 0; at < bytes.length; position += 1) {
    const end = at + LENGTH_BYTES + bytes.readUInt32BE(at);
    if (position >= from) yield decodeRecord(position, bytes.subarray(at + LENGTH_BYTES, end));
    at = end;
  }
}
