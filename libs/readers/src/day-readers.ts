import { ReaderSketch, type SketchSize } from './reader-sketch.ts';
import type { Mark } from './salted-reader.ts';

/** A piece of one day's sketch, as it is kept. */
export interface SketchPage {
  /** Days since 1970, UTC. */
  readonly day: number;
  readonly page: number;
  readonly size: SketchSize;
  readonly bytes: Uint8Array;
}

/** Who read what on which day: a sketch a day, each gone when its day is over for good. */
export class DayReaders {
  readonly #size: SketchSize;
  readonly #days = new Map<number, ReaderSketch>();

  /** The size of a day that begins now; days that were kept stay as large as they were. */
  constructor(size: SketchSize) {
    this.#size = size;
  }

  has(day: number, mark: Mark): boolean {
    return this.#days.get(day)?.has(mark) === true;
  }

  /** How many of them are not remembered, because the day is full. */
  add(day: number, marks: Iterable<Mark>): number {
    const sketch = this.#of(day, this.#size);
    let lost = 0;
    for (const mark of marks) if (!sketch.add(mark)) lost += 1;
    return lost;
  }

  /** Pages that changed since they were last taken. */
  takeChanged(): SketchPage[] {
    return [...this.#days].flatMap(([day, sketch]) =>
      sketch.takeChanged().map((page) => ({ ...page, day, size: sketch.size })),
    );
  }

  /** These could not be kept: they are taken again the next time. */
  putBack(pages: readonly SketchPage[]): void {
    for (const { day, page } of pages) this.#days.get(day)?.markChanged([page]);
  }

  restore({ day, page, size, bytes }: SketchPage): void {
    this.#of(day, size).restore(page, bytes);
  }

  /** Forgets all days before this one. */
  forgetBefore(day: number): void {
    for (const each of this.#days.keys()) if (each < day) this.#days.delete(each);
  }

  #of(day: number, size: SketchSize): ReaderSketch {
    let sketch = this.#days.get(day);
    if (sketch === undefined) this.#days.set(day, (sketch = new ReaderSketch(size)));
    return sketch;
  }
}
