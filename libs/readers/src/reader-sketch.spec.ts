import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ReaderSketch, sketchSize } from './reader-sketch.ts';
import { markOf } from './salted-reader.ts';

const marks = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => markOf('reader', `http://a.test/${from + at}`));

const filled = (count: number, capacity = count) => {
  const sketch = new ReaderSketch(sketchSize(capacity, 0.01));
  for (const mark of marks(0, count)) sketch.add(mark);
  return sketch;
};

const shareOf = (sketch: ReaderSketch, others: readonly string[]) =>
  others.filter((mark) => sketch.has(mark)).length / others.length;

describe('a sketch of readers', () => {
  it('never forgets a mark', () => {
    const some = fc.uniqueArray(fc.string({ unit: 'binary-ascii', minLength: 8, maxLength: 8 }));
    const holds = (all: string[]) => {
      const sketch = new ReaderSketch(sketchSize(Math.max(1, all.length), 0.5));
      return all.every((mark) => sketch.add(mark)) && all.every((mark) => sketch.has(mark));
    };
    fc.assert(fc.property(some, holds));
  });

  it.each([1_000, 50_000])('has an error of one in a hundred once it holds %i', (count) => {
    const others = marks(count, 50_000);
    expect(shareOf(filled(count), others)).toBeLessThan(0.013);
    expect(shareOf(filled(count), others)).toBeGreaterThan(0.007);
    expect(shareOf(filled(count / 2, count), others)).toBeLessThan(0.001);
  });

  it('takes no more once it is full, so that its error stays', () => {
    const sketch = filled(20_000, 1_000);
    expect(sketch.isFull).toBe(true);
    expect(sketch.add(markOf('another', 'http://a.test/'))).toBe(false);
    expect(shareOf(sketch, marks(50_000, 50_000))).toBeLessThan(0.013);
    expect(sketch.add(marks(0, 1)[0]!)).toBe(true);
  });

  it('comes back from its pages, with its count about', () => {
    const sketch = filled(40_000, 100_000);
    const other = new ReaderSketch(sketch.size);
    for (const { page, bytes } of sketch.takeChanged()) other.restore(page, bytes);
    expect(marks(0, 40_000).every((mark) => other.has(mark))).toBe(true);
    expect(Math.abs(other.count - 40_000)).toBeLessThan(400);
    expect(sketch.takeChanged()).toEqual([]);
  });

  it('hands out again what could not be kept, and copies that nobody changes', () => {
    const sketch = filled(1, 1_000);
    const [taken] = sketch.takeChanged();
    const before = taken!.bytes.slice();
    sketch.markChanged([taken!.page]);
    for (const mark of marks(7, 100)) sketch.add(mark);
    expect(taken!.bytes).toEqual(before);
    expect(sketch.takeChanged()).toHaveLength(1);
  });

  it('leaves alone what is no page of it', () => {
    const sketch = new ReaderSketch(sketchSize(1_000, 0.01));
    sketch.restore(0, new Uint8Array([255]));
    sketch.restore(7, new Uint8Array(2 ** 15).fill(255));
    expect([sketch.count, shareOf(sketch, marks(0, 100))]).toEqual([0, 0]);
  });

  it.each([
    [0, 0.01],
    [NaN, 0.01],
    [10, 0],
    [10, 1],
    [1e9, 0.01],
  ])('of %d marks with an error of %d cannot be', (capacity, error) => {
    expect(() => sketchSize(capacity, error)).toThrow(RangeError);
  });
});
