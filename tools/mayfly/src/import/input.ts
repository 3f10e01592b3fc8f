import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { UsageError } from '@mayfly/command-line';

/** What a file was when somebody began to read it. */
export interface Identity {
  readonly sizeBytes: number;
  readonly changedMs: number;
}

/** Where URLs come from. */
export interface Input {
  /** Undefined for standard input, of which nothing is known before it is read. */
  readonly identity: Identity | undefined;
  /** Its text from some byte on; those before may come too and are to be skipped. */
  read(fromBytes: number): AsyncIterable<Buffer>;
  /** Bytes that have to be skipped in what `read` gives. */
  skipBytes(fromBytes: number): number;
  /** How much of it is done, from 0 to 1, with so many bytes of its text; undefined where nobody knows how much there is. */
  share(doneBytes: number): number | undefined;
  /** Nobody reads any more. */
  close(): void;
}

const CHUNK_BYTES = 256 * 1_024;
/** Much text comes out of a few packed bytes. */
const PACKED_CHUNK_BYTES = 16 * 1_024;

/** Opens a file or standard input for `-`, packed with gzip or not: its first bytes say so. `what` names it in messages. */
export async function openInput(path: string, what = '--file'): Promise<Input> {
  if (path === '-') return standardInput(what);
  const identity = await identityOf(path, what);
  const isPacked = await beginsPacked(path, what);
  let readBytes = 0;
  const counted = async function* (start: number): AsyncGenerator<Buffer> {
    readBytes = start;
    const highWaterMark = isPacked ? PACKED_CHUNK_BYTES : CHUNK_BYTES;
    for await (const chunk of createReadStream(path, { start, highWaterMark })) {
      readBytes += (chunk as Buffer).length;
      yield chunk as Buffer;
    }
  };
  return {
    identity,
    read: (fromBytes) => (isPacked ? unpacked(`${what}: ${path}`, counted(0)) : counted(fromBytes)),
    skipBytes: (fromBytes) => (isPacked ? fromBytes : 0),
    close: () => {},
    // Of a packed file nobody knows how long its text is: what was read of it runs a little ahead.
    share: (doneBytes) =>
      identity.sizeBytes === 0
        ? 1
        : Math.min(1, (isPacked ? readBytes : doneBytes) / identity.sizeBytes),
  };
}

async function identityOf(path: string, what: string): Promise<Identity> {
  const found = await stat(path).catch((error: unknown) => {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new UsageError(`${what}: ${code === 'ENOENT' ? `there is no file ${path}` : message}`);
  });
  if (!found.isFile()) throw new UsageError(`${what}: ${path} is not a file; - is standard input`);
  return { sizeBytes: found.size, changedMs: found.mtimeMs };
}

async function beginsPacked(path: string, what: string): Promise<boolean> {
  const file = await open(path).catch((error: unknown) => {
    throw new UsageError(`${what}: ${(error as Error).message}`);
  });
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return isPackedBytes(buffer.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}

function isPackedBytes(bytes: Buffer): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

async function* unpacked(path: string, packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const source = Readable.from(packed, { objectMode: false });
  const unzip = createGunzip({ chunkSize: CHUNK_BYTES });
  source.on('error', (error) => unzip.destroy(error));
  try {
    for await (const chunk of source.pipe(unzip)) yield chunk as Buffer;
  } catch (error) {
    throw new UsageError(`${path} cannot be unpacked: ${(error as Error).message}`);
  }
}

function standardInput(what: string): Input {
  return {
    identity: undefined,
    read: () =>
      unpackedWherePacked(process.stdin as AsyncIterable<Buffer>, `${what}: standard input`),
    skipBytes: (fromBytes) => fromBytes,
    share: () => undefined,
    close: () => void process.stdin.destroy(),
  };
}

async function* unpackedWherePacked(
  chunks: AsyncIterable<Buffer>,
  name: string,
): AsyncGenerator<Buffer> {
  const iterator = chunks[Symbol.asyncIterator]();
  let begin: Buffer = Buffer.alloc(0);
  let isOver = false;
  while (begin.length < 2 && !isOver) {
    const next = await iterator.next();
    isOver = next.done === true;
    if (next.done !== true) begin = Buffer.concat([begin, next.value]);
  }
  const whole = async function* (): AsyncGenerator<Buffer> {
    yield begin;
    if (!isOver) yield* { [Symbol.asyncIterator]: () => iterator };
  };
  yield* isPackedBytes(begin) ? unpacked(name, whole()) : whole();
}
