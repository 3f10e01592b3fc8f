import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Read, ToRead } from '../core/ports.ts';
import { readBody, type ReadBody } from './read-body.ts';

/** How documents are read. */
export interface ReadSettings {
  readonly workers: number;
  /** How long one document may take. */
  readonly timeoutMs: number;
  readonly maxMemoryMb: number;
  /** Documents below this are read where they are: a page of 30 KB takes under a millisecond, less than the way to a process. */
  readonly smallBytes: number;
  /** Only tests have another one. */
  readonly readerFile?: URL;
}

interface Job {
  readonly document: ToRead;
  readonly done: (read: ReadBody | undefined) => void;
}

/**
 * Reads large documents in processes of their own: a thread that runs out of memory may take the whole fetcher with it. One
 * that takes too much time or memory costs its process, which is replaced, and is answered with undefined; all others go on.
 */
export class ReadPool {
  readonly #settings: ReadSettings;
  readonly #waiting: Job[] = [];
  readonly #idle: ChildProcess[] = [];
  readonly #all = new Set<ChildProcess>();
  #closed = false;

  constructor(settings: ReadSettings) {
    this.#settings = settings;
  }

  readonly read: Read = async (document) => {
    if (document.body.length < this.#settings.smallBytes) return readBody(document);
    if (this.#closed) return undefined;
    return new Promise((done) => {
      this.#waiting.push({ document, done });
      this.#next();
    });
  };

  async close(): Promise<void> {
    this.#closed = true;
    for (const { done } of this.#waiting.splice(0)) done(undefined);
    await Promise.all([...this.#all].map(ended));
  }

  #next(): void {
    if (this.#closed) return;
    const reader = this.#idle.pop() ?? this.#start();
    if (reader === undefined) return;
    const job = this.#waiting.shift();
    if (job === undefined) this.#idle.push(reader);
    else this.#run(reader, job);
  }

  /** Readers start when they are needed: most fetchers never meet a large document. */
  #start(): ChildProcess | undefined {
    if (this.#all.size >= this.#settings.workers || this.#waiting.length === 0) return undefined;
    const reader = this.#forked();
    if (reader === undefined) {
      // With no reader there is nobody whom those that wait would wait for.
      if (this.#all.size === 0) for (const { done } of this.#waiting.splice(0)) done(undefined);
      return undefined;
    }
    this.#all.add(reader);
    reader.once('exit', () => {
      this.#all.delete(reader);
      const at = this.#idle.indexOf(reader);
      if (at >= 0) this.#idle.splice(at, 1);
      this.#next();
    });
    reader.unref();
    reader.channel?.unref();
    return reader;
  }

  /** A new reader; undefined where the machine has no process or no file left for it: that one never says that it ended. */
  #forked(): ChildProcess | undefined {
    const { maxMemoryMb, readerFile } = this.#settings;
    const file = readerFile ?? new URL('./reader-main.ts', import.meta.url);
    // Neither preloads nor settings of the fetcher are for the reader, which needs no secret.
    try {
      const reader = fork(fileURLToPath(file), [], {
        execArgv: [`--max-old-space-size=${maxMemoryMb}`],
        env: {},
        serialization: 'advanced',
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      });
      // Whatever goes wrong with it, it ends, by itself or when its time is over.
      reader.on('error', () => {});
      return reader.pid === undefined ? undefined : reader;
    } catch {
      return undefined;
    }
  }

  #run(reader: ChildProcess, { document, done }: Job): void {
    const end = (read: ReadBody | undefined): void => {
      clearTimeout(timer);
      reader.off('message', answered);
      reader.off('exit', died);
      done(read);
    };
    const answered = (read: unknown): void => {
      end(read as ReadBody);
      this.#idle.push(reader);
      this.#next();
    };
    const died = (): void => end(undefined);
    const timer = setTimeout(() => reader.kill('SIGKILL'), this.#settings.timeoutMs);
    reader.once('message', answered);
    reader.once('exit', died);
    // What cannot be sent any more is answered by the end of the reader.
    reader.send(document, () => {});
  }
}

async function ended(reader: ChildProcess): Promise<void> {
  if (reader.exitCode !== null || reader.signalCode !== null) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  reader.once('exit', () => resolve());
  reader.ref();
  reader.kill('SIGKILL');
  await promise;
}
