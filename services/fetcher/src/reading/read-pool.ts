import { Worker } from 'node:worker_threads';
import type { Read, ToRead } from '../core/ports.ts';
import { readBody, type ReadBody } from './read-body.ts';

/** How documents are read. */
export interface ReadSettings {
  readonly workers: number;
  /** How long one document may take. */
  readonly timeoutMs: number;
  readonly maxMemoryMb: number;
  /** Documents below this are read where they are: a page of 30 KB takes under a millisecond, as long as the way to a thread. */
  readonly smallBytes: number;
  /** Only tests have another one. */
  readonly workerFile?: URL;
}

interface Job {
  readonly document: ToRead;
  readonly done: (read: ReadBody | undefined) => void;
}

/**
 * Reads large documents on threads of their own. One that takes too much time or memory costs its
 * thread, which is replaced, and is answered with undefined; all others go on.
 */
export class ReadPool {
  readonly #settings: ReadSettings;
  readonly #waiting: Job[] = [];
  readonly #idle: Worker[] = [];
  readonly #all = new Set<Worker>();
  #closed = false;

  constructor(settings: ReadSettings) {
    this.#settings = settings;
  }

  readonly read: Read = async (document) => {
    if (document.body.length < this.#settings.smallBytes) return readBody(document);
    return new Promise((done) => {
      this.#waiting.push({ document, done });
      this.#next();
    });
  };

  async close(): Promise<void> {
    this.#closed = true;
    for (const { done } of this.#waiting.splice(0)) done(undefined);
    await Promise.all([...this.#all].map((worker) => worker.terminate()));
  }

  #next(): void {
    if (this.#closed) return;
    const worker = this.#idle.pop() ?? this.#start();
    if (worker === undefined) return;
    const job = this.#waiting.shift();
    if (job === undefined) this.#idle.push(worker);
    else this.#run(worker, job);
  }

  /** Threads start when they are needed: most fetchers never meet a large document. */
  #start(): Worker | undefined {
    const { workers, maxMemoryMb, workerFile } = this.#settings;
    if (this.#all.size >= workers || this.#waiting.length === 0) return undefined;
    // Neither preloads nor settings of the process are for the thread.
    const worker = new Worker(workerFile ?? new URL('./read-worker.ts', import.meta.url), {
      execArgv: [],
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb },
    });
    this.#all.add(worker);
    // Nothing is under way while it is idle, so an error then costs only the thread.
    worker.on('error', () => {});
    worker.once('exit', () => {
      this.#all.delete(worker);
      const at = this.#idle.indexOf(worker);
      if (at >= 0) this.#idle.splice(at, 1);
      this.#next();
    });
    worker.unref();
    return worker;
  }

  #run(worker: Worker, { document, done }: Job): void {
    const end = (read: ReadBody | undefined): void => {
      clearTimeout(timer);
      worker.off('message', answered);
      worker.off('exit', died);
      worker.off('error', died);
      done(read);
    };
    const answered = (read: ReadBody): void => {
      end(read);
      this.#idle.push(worker);
      this.#next();
    };
    const died = (): void => end(undefined);
    const timer = setTimeout(() => void worker.terminate(), this.#settings.timeoutMs);
    worker.once('message', answered);
    worker.once('exit', died);
    worker.once('error', died);
    worker.postMessage(document);
  }
}
