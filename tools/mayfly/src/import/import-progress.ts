import { systemClock } from '@mayfly/clock';
import { UsageError } from '@mayfly/command-line';
import type { Identity, Input } from './input.ts';
import { ProgressFile } from './progress-file.ts';

/** How far into a file an import has come. */
interface FilePlace<C> {
  readonly bytes: number;
  readonly line: number;
  readonly counts: C;
}

/** Which file, and what of it must be the same for an import to go on. */
interface ImportOrder<C> {
  readonly file: string;
  readonly state: string | undefined;
  readonly restart: boolean;
  readonly input: Input;
  /** Of the name beside the file. */
  readonly suffix: string;
  /** What an import is about, under the name that it is kept by, and how another one is told of. */
  readonly about: { readonly name: string; readonly value: string | undefined };
  readonly begunWith: (value: string) => string;
  readonly beginning: FilePlace<C>;
}

type Kept<C> = FilePlace<C> & {
  readonly identity?: Identity | undefined;
  readonly [about: string]: unknown;
};

const KEEP_EVERY_MS = 250;

/** Remembers beside a file how far its import has come, so that the same command goes on there. */
export class ImportProgress<C> {
  /** Where an earlier import of the same file ended, or its beginning. */
  readonly from: FilePlace<C>;
  readonly #file: ProgressFile<object> | undefined;
  readonly #order: ImportOrder<C>;
  #keptMs = systemClock.monotonicMs();
  #last: FilePlace<C>;

  private constructor(
    order: ImportOrder<C>,
    file: ProgressFile<object> | undefined,
    from: FilePlace<C>,
  ) {
    this.#order = order;
    this.#file = file;
    this.from = from;
    this.#last = from;
  }

  static async open<C>(order: ImportOrder<C>): Promise<ImportProgress<C>> {
    const file = progressFileOf(order);
    await file?.checkPlace();
    if (order.restart) {
      // A file that is named may be any, and one that is not ours is never removed.
      if (order.state !== undefined) await file?.read();
      await file?.remove();
    }
    const kept = (await file?.read()) as Kept<C> | undefined;
    if (kept === undefined) return new ImportProgress(order, file, order.beginning);
    checkSame(kept, order, `${file!.path}: an import was begun`);
    const { bytes, line, counts } = kept;
    if (line > 0) process.stderr.write(`goes on after line ${line} of ${order.file}\n`);
    return new ImportProgress(order, file, { bytes, line, counts });
  }

  /** How an import ends of which not all is done. */
  get interrupted(): string {
    return this.#file === undefined
      ? 'cut short; of standard input nothing is remembered without --state'
      : 'interrupted; the same command goes on';
  }

  /** Up to there everything is acknowledged. */
  async reached(place: FilePlace<C>): Promise<void> {
    this.#last = place;
    if (systemClock.monotonicMs() - this.#keptMs < KEEP_EVERY_MS) return;
    this.#keptMs = systemClock.monotonicMs();
    await this.#keep(place);
  }

  async ended(place: FilePlace<C>, hasEnded: boolean): Promise<void> {
    if (hasEnded) await this.#file?.remove();
    else await this.#keep(place);
  }

  /** Whether anything is remembered from which it can go on. */
  async failed(): Promise<boolean> {
    if (this.#last !== this.from) await this.#keep(this.#last);
    return this.#file !== undefined && this.#last.line > 0;
  }

  async #keep(place: FilePlace<C>): Promise<void> {
    const { about, input } = this.#order;
    const identity = input.identity && { identity: input.identity };
    await this.#file?.write({ ...place, [about.name]: about.value, ...identity });
  }
}

function progressFileOf<C>({ file, state, suffix }: ImportOrder<C>) {
  if (state !== undefined) return new ProgressFile(state, '--state names another file');
  return file === '-' ? undefined : new ProgressFile(`${file}${suffix}`);
}

function checkSame<C>(kept: Kept<C>, order: ImportOrder<C>, begun: string): void {
  const { about, input, file, begunWith } = order;
  if (kept[about.name] !== about.value) {
    throw new UsageError(`${begun} ${begunWith(String(kept[about.name]))}; --restart begins anew`);
  }
  const isSame =
    kept.identity?.sizeBytes === input.identity?.sizeBytes &&
    kept.identity?.changedMs === input.identity?.changedMs;
  if (!isSame)
    throw new UsageError(`${begun}, but ${file} has changed since; --restart begins anew`);
}
