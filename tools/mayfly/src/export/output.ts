import { open, stat } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { UsageError } from '@mayfly/command-line';

/** Where lines go. */
export interface Output {
  /** Resolves with the bytes that it took, once they are safe. */
  write(text: string): Promise<number>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Whether there is such a file; anything else of that name is refused. */
export async function isThere(path: string): Promise<boolean> {
  const found = await stat(path).catch((error: unknown) => {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw new UsageError(`--file: ${message}`);
  });
  if (found?.isFile() === false) {
    throw new UsageError(`--file: ${path} is not a file; - is standard output`);
  }
  return found !== undefined;
}

/** Opens a file that has so many bytes already, or standard output for `-`. What it has beyond them is cut off. */
export async function openOutput(path: string, fromBytes: number): Promise<Output> {
  if (path === '-') return standardOutput();
  const file = await open(path, fromBytes === 0 ? 'w' : 'r+').catch((error: unknown) => {
    throw new UsageError(`--file: ${(error as Error).message}`);
  });
  const { size } = await file.stat();
  if (size < fromBytes) {
    await file.close();
    throw new UsageError(`--file: ${path} is shorter than it was; --restart begins anew`);
  }
  await file.truncate(fromBytes);
  let atBytes = fromBytes;
  // Each page a gzip member of its own: several in a row are one file, which can be cut between them.
  const packed = (text: string) => (path.endsWith('.gz') ? gzipSync(text) : Buffer.from(text));
  return {
    write: async (text) => {
      if (text === '') return 0;
      const bytes = packed(text);
      // A disk that is almost full takes less than it is given.
      for (let done = 0; done < bytes.length;) {
        const { bytesWritten } = await file.write(bytes, done, undefined, atBytes + done);
        done += bytesWritten;
      }
      await file.datasync();
      atBytes += bytes.length;
      return bytes.length;
    },
    [Symbol.asyncDispose]: () => file.close(),
  };
}

function standardOutput(): Output {
  return {
    write: async (text) => {
      if (!process.stdout.write(text)) await roomIn(process.stdout);
      return 0;
    },
    [Symbol.asyncDispose]: async () => {},
  };
}

/** Whoever read it may have gone: then it never has room again, and is closed. */
function roomIn(stream: NodeJS.WriteStream): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const done = () => {
    stream.off('drain', done).off('close', done);
    resolve();
  };
  stream.once('drain', done).once('close', done);
  return promise;
}
