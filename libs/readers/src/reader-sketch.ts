import type { Mark } from './salted-reader.ts';

/** How large a sketch is. */
export interface SketchSize {
  /** Marks that it remembers with its error. */
  readonly capacity: number;
  readonly bits: number;
  /** Bits that stand for one mark. */
  readonly hashes: number;
}

/** Sketches are kept page by page, so that a change of a few bits is no large write. */
const PAGE_BITS = 2 ** 18;
const MOST_BITS = 2 ** 32;

/** The size at which a full sketch takes one new mark in `1 / error` for one that it has. */
export function sketchSize(capacity: number, error: number): SketchSize {
  const bits = Math.ceil((-capacity * Math.log(error)) / Math.LN2 ** 2);
  if (!(capacity >= 1) || !(error > 0 && error < 1) || bits > MOST_BITS) {
    throw new RangeError(`no sketch of ${capacity} marks with an error of ${error}`);
  }
  return { capacity, bits, hashes: Math.max(1, Math.round((bits / capacity) * Math.LN2)) };
}

/**
 * A Bloom filter of marks, of fixed size. It never forgets a mark that it took. One that it never took it may claim to
 * have, with a chance that rises to the error it was made for and no further: once it is full it takes no more.
 */
export class ReaderSketch {
  readonly size: SketchSize;
  readonly #pages: (Uint8Array | undefined)[];
  readonly #changed = new Set<number>();
  #count = 0;
  #setBits = 0;

  constructor(size: SketchSize) {
    this.size = size;
    this.#pages = Array.from<Uint8Array | undefined>({ length: Math.ceil(size.bits / PAGE_BITS) });
  }

  /** How many it took; after pages were put back this is an estimate by the bits that are set. */
  get count(): number {
    return this.#count;
  }

  get isFull(): boolean {
    return this.#count >= this.size.capacity;
  }

  has(mark: Mark): boolean {
    const { bits, hashes } = this.size;
    const step = stepOf(mark);
    let bit = firstOf(mark) % bits;
    for (let left = hashes; left > 0; left -= 1) {
      const byte = this.#pages[Math.floor(bit / PAGE_BITS)]?.[(bit % PAGE_BITS) >>> 3] ?? 0;
      if ((byte & (1 << (bit & 7))) === 0) return false;
      bit = (bit + step) % bits;
    }
    return true;
  }

  /** False where it is full and the mark is not among those it has: it is not remembered. */
  add(mark: Mark): boolean {
    if (this.has(mark)) return true;
    if (this.isFull) return false;
    const { bits, hashes } = this.size;
    const step = stepOf(mark);
    let bit = firstOf(mark) % bits;
    for (let left = hashes; left > 0; left -= 1) {
      const number = Math.floor(bit / PAGE_BITS);
      const page = (this.#pages[number] ??= new Uint8Array(PAGE_BITS / 8));
      const [at, one] = [(bit % PAGE_BITS) >>> 3, 1 << (bit & 7)];
      if ((page[at]! & one) === 0) this.#setBits += 1;
      page[at]! |= one;
      this.#changed.add(number);
      bit = (bit + step) % bits;
    }
    this.#count += 1;
    return true;
  }

  /** Copies of the pages that changed since they were last taken. */
  takeChanged(): { readonly page: number; readonly bytes: Uint8Array }[] {
    const taken = [...this.#changed].map((page) => ({ page, bytes: this.#pages[page]!.slice() }));
    this.#changed.clear();
    return taken;
  }

  /** The pages are not kept after all: they are taken again the next time. */
  markChanged(pages: readonly number[]): void {
    for (const page of pages) this.#changed.add(page);
  }

  /** Puts back what was kept, beside what is there. Bytes of another size are no page, and change nothing. */
  restore(page: number, bytes: Uint8Array): void {
    if (bytes.length !== PAGE_BITS / 8 || !(page in this.#pages)) return;
    const there = (this.#pages[page] ??= new Uint8Array(PAGE_BITS / 8));
    bytes.forEach((byte, at) => {
      this.#setBits += ONES[byte & ~there[at]!]!;
      there[at]! |= byte;
    });
    this.#count = this.#estimate();
  }

  /** A share of 1 - e^(-n hashes / bits) of the bits is set by n marks. */
  #estimate(): number {
    const { bits, hashes, capacity } = this.size;
    const marks = -(bits / hashes) * Math.log1p(-Math.min(this.#setBits, bits - 1) / bits);
    return Math.min(capacity, Math.round(marks));
  }
}

const ONES = Uint8Array.from({ length: 256 }, (_, byte) => {
  let ones = 0;
  for (let left = byte; left > 0; left >>= 1) ones += left & 1;
  return ones;
});

function firstOf(mark: Mark): number {
  return wordAt(mark, 0);
}

/** Odd, so that no mark steps in place. */
function stepOf(mark: Mark): number {
  return (wordAt(mark, 4) | 1) >>> 0;
}

function wordAt(mark: Mark, at: number): number {
  return (
    ((mark.charCodeAt(at) << 24) |
      (mark.charCodeAt(at + 1) << 16) |
      (mark.charCodeAt(at + 2) << 8) |
      mark.charCodeAt(at + 3)) >>>
    0
  );
}
