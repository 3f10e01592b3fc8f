import { DayReaders, type Mark, type SketchSize } from '@mayfly/readers';
import type { MarksKey, ReaderBook } from './visit-ports.ts';

/**
 * Who read what, in memory and kept. Marks are written down with the counts that they made, so nothing is counted again
 * after a crash; now and then the sketches that have them are kept, and the marks themselves go.
 */
export class RememberedReaders {
  readonly #book: ReaderBook;
  readonly #readers: DayReaders;
  #written: MarksKey[] = [];

  private constructor(book: ReaderBook, size: SketchSize) {
    this.#book = book;
    this.#readers = new DayReaders(size);
  }

  static async open(book: ReaderBook, size: SketchSize): Promise<RememberedReaders> {
    const readers = new RememberedReaders(book, size);
    for await (const page of book.pages()) readers.#readers.restore(page);
    for await (const { key, marks } of book.marks()) {
      readers.#readers.add(key.day, marks);
      readers.#written.push(key);
    }
    return readers;
  }

  has(day: number, mark: Mark): boolean {
    return this.#readers.has(day, mark);
  }

  /** Remembers marks that are written down; answers how many it could not, because their day is full. */
  add(marks: Iterable<readonly [number, readonly Mark[]]>, written: readonly MarksKey[]): number {
    let lost = 0;
    for (const [day, some] of marks) lost += this.#readers.add(day, some);
    this.#written.push(...written);
    return lost;
  }

  /** Keeps what changed. */
  async save(): Promise<void> {
    const written = this.#written;
    const pages = this.#readers.takeChanged();
    this.#written = [];
    try {
      await this.#book.savePages(pages);
      await this.#book.removeMarks(written);
    } catch (error) {
      this.#readers.putBack(pages);
      this.#written = [...written, ...this.#written];
      throw error;
    }
  }

  /** Forgets days before this one; true where there is more to forget. */
  async forgetBefore(day: number): Promise<boolean> {
    this.#readers.forgetBefore(day);
    this.#written = this.#written.filter((key) => key.day >= day);
    return await this.#book.forgetBefore(day);
  }
}
