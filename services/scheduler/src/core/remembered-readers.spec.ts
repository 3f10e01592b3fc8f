import { describe, expect, it } from '@jest/globals';
import { type Mark, type SketchPage, sketchSize } from '@mayfly/readers';
import { RememberedReaders } from './remembered-readers.ts';
import type { MarksKey, ReaderBook } from './visit-ports.ts';

const SIZE = sketchSize(100, 0.001);
const key = (day: number, name: string): MarksKey => ({ bucket: 0, day, name });

class Book implements ReaderBook {
  readonly saved = new Map<string, SketchPage>();
  readonly written: { key: MarksKey; marks: readonly Mark[] }[] = [];
  isBroken = false;

  async *pages() {
    yield* this.saved.values();
  }

  async *marks() {
    yield* this.written;
  }

  async savePages(pages: readonly SketchPage[]): Promise<void> {
    if (this.isBroken) throw new Error('broken');
    for (const page of pages) this.saved.set(`${page.day} ${page.page}`, page);
  }

  async removeMarks(keys: readonly MarksKey[]): Promise<void> {
    const names = keys.map(({ name }) => name);
    const left = this.written.filter((each) => !names.includes(each.key.name));
    this.written.splice(0, Infinity, ...left);
  }

  async forgetBefore(): Promise<boolean> {
    return false;
  }
}

/** As the book of visits does it: the marks are durable before they are remembered. */
function add(readers: RememberedReaders, book: Book, day: number, mark: Mark): void {
  const written = { key: key(day, mark), marks: [mark] };
  book.written.push(written);
  readers.add([[day, [mark]]], [written.key]);
}

describe('remembered readers', () => {
  it('come from marks until they are kept, and from pages then', async () => {
    const book = new Book();
    const readers = await RememberedReaders.open(book, SIZE);
    add(readers, book, 1, 'aaaaaaaa');
    const second = await RememberedReaders.open(book, SIZE);
    expect([second.has(1, 'aaaaaaaa'), second.has(2, 'aaaaaaaa')]).toEqual([true, false]);
    await second.save();
    expect([book.written.length, book.saved.size]).toEqual([0, 1]);
    const third = await RememberedReaders.open(book, SIZE);
    expect(third.has(1, 'aaaaaaaa')).toBe(true);
  });

  it('keep their marks until pages are kept', async () => {
    const book = new Book();
    const readers = await RememberedReaders.open(book, SIZE);
    add(readers, book, 1, 'aaaaaaaa');
    book.isBroken = true;
    await expect(readers.save()).rejects.toThrow('broken');
    expect(book.written).toHaveLength(1);
    book.isBroken = false;
    await readers.save();
    expect([book.written.length, book.saved.size]).toEqual([0, 1]);
  });

  it('are forgotten with their day', async () => {
    const book = new Book();
    const readers = await RememberedReaders.open(book, SIZE);
    add(readers, book, 1, 'aaaaaaaa');
    add(readers, book, 2, 'aaaaaaaa');
    await readers.forgetBefore(2);
    await readers.save();
    expect([readers.has(1, 'aaaaaaaa'), readers.has(2, 'aaaaaaaa')]).toEqual([false, true]);
    expect([...book.saved.values()].map(({ day }) => day)).toEqual([2]);
  });
});
