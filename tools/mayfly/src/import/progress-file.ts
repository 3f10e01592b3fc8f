import { access, constants, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { UsageError } from '@mayfly/command-line';

const FORMAT = 1;

/** What a command remembers, so that it can go on after it was ended in whatever way. */
export class ProgressFile<T extends object> {
  readonly #path: string;
  readonly #otherwise: string;

  /** `otherwise` is what can be done where somebody else wrote the file. */
  constructor(path: string, otherwise = '--restart begins anew') {
    this.#path = path;
    this.#otherwise = otherwise;
  }

  get path(): string {
    return this.#path;
  }

  /** Always the same: what somebody killed leaves there is written over, or removed with the file. */
  get #next(): string {
    return `${this.#path}.mayfly-next`;
  }

  /** Whether anything is remembered. */
  async isThere(): Promise<boolean> {
    return await access(this.#path).then(
      () => true,
      () => false,
    );
  }

  /** Refuses a place where nothing can be written, before anything is done. */
  async checkPlace(): Promise<void> {
    const folder = dirname(this.#path);
    await access(folder, constants.W_OK).catch((error: unknown) => {
      throw new UsageError(
        `${this.#path}: how far it has come cannot be kept there: ${(error as Error).message}; --state names another file`,
      );
    });
  }

  /** What was remembered; undefined where nothing was. */
  async read(): Promise<T | undefined> {
    let text: string;
    try {
      text = await readFile(this.#path, 'utf8');
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT') return undefined;
      throw new UsageError(`${this.#path}: how far an earlier run came cannot be read: ${message}`);
    }
    const { format, ...kept } = parsed(text) ?? {};
    if (format === FORMAT) return kept as T;
    throw new UsageError(`${this.#path}: not written by this command; ${this.#otherwise}`);
  }

  /** Atomically: whoever reads finds what was there before, or this. */
  async write(value: T): Promise<void> {
    const next = this.#next;
    try {
      const file = await open(next, 'w');
      try {
        await file.writeFile(JSON.stringify({ format: FORMAT, ...value }));
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(next, this.#path);
    } catch (error) {
      await rm(next, { force: true });
      const { code, message } = error as NodeJS.ErrnoException;
      if (code !== 'ENOENT') throw error;
      // Its folder has gone, or the same command runs twice.
      throw new UsageError(`${this.#path}: how far it has come cannot be kept: ${message}`);
    }
  }

  async remove(): Promise<void> {
    for (const path of [this.#next, this.#path]) {
      await rm(path, { force: true }).catch((error: unknown) => {
        throw new UsageError(`${path}: cannot be removed: ${(error as Error).message}`);
      });
    }
  }
}

function parsed(text: string): { readonly format?: unknown } | undefined {
  try {
    return JSON.parse(text) as { format?: unknown };
  } catch {
    return undefined;
  }
}
