import { createHmac, createSecretKey, hash, type KeyObject } from 'node:crypto';

/** A secret, made ready once: doing that for every reader takes several times as long as the hash. Printing it shows nothing of it. */
export type Salt = KeyObject;

/** Eight bytes, one a character, that stand for a reader under one salt. */
export type Reader = string;

/** Eight bytes, one a character, that stand for one reader of one page. */
export type Mark = string;

const BYTES = 8;

/** The salt of some random bytes. */
export function saltOf(bytes: Uint8Array): Salt {
  return createSecretKey(bytes);
}

/** Stands for whoever has the key, as long as the salt is the same; nobody without the salt can try keys out. */
export function readerOf(salt: Salt, key: string): Reader {
  return createHmac('sha256', salt).update(key).digest().toString('latin1', 0, BYTES);
}

/** The bytes of a reader or a mark, or of several one after another. */
export function readerBytes(readers: string): Uint8Array {
  return Buffer.from(readers, 'latin1');
}

/** Readers or marks out of their bytes. */
export function readersIn(bytes: Uint8Array): string[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  return Array.from({ length: Math.floor(text.length / BYTES) }, (_, at) =>
    text.slice(at * BYTES, (at + 1) * BYTES),
  );
}

/** Stands for the reader of a page: two pairs have the same mark once in 10^19. */
export function markOf(reader: Reader, url: string): Mark {
  return hash('sha256', `${reader}${url}`, 'buffer').toString('latin1', 0, BYTES);
}
