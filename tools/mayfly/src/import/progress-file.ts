import { randomUUID } from 'node:crypto';
import { access, constants, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { UsageError } from '@mayfly/command-line';

const FORMAT = 1;

/** What a command remembers, so that it can go on after it was ended in whatever way. */
export class ProgressFile<T extends object> {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  get path(): string {
    return this.#path;
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
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
    const { format, ...kept } = parsed(text) ?? {};
    if (format === FORMAT) return kept as T;
    throw new UsageError(`${this.#path}: not written by this command; --restart begins anew`);
  }

  /** Atomically: whoever reads finds what was there before, or this. */
  async write(value: T): Promise<void> {
    const next = `${this.#path}.${randomUUID()}`;
    const file = await open(next, 'w');
    try {
      await file.writeFile(JSON.stringify({ format: FORMAT, ...value }));
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(next, this.#path);
  }

  async remove(): Promise<void> {
    await rm(this.#path, { force: true });
  }
}

function parsed(text: string): { readonly format?: unknown } | undefined {
  try {
    return JSON.parse(text) as { format?: unknown };
  } catch {
    return undefined;
  }
}
