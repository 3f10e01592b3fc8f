import { describe, expect, it } from '@jest/globals';
import { DayReaders } from './day-readers.ts';
import { sketchSize } from './reader-sketch.ts';

const size = sketchSize(100, 0.01);

describe('readers day by day', () => {
  it('are new again on another day', () => {
    const readers = new DayReaders(size);
    readers.add(1, ['12345678']);
    expect([readers.has(1, '12345678'), readers.has(2, '12345678')]).toEqual([true, false]);
  });

  it('are forgotten with their day', () => {
    const readers = new DayReaders(size);
    readers.add(1, ['12345678']);
    readers.add(2, ['12345678']);
    readers.forgetBefore(2);
    expect([readers.has(1, '12345678'), readers.has(2, '12345678')]).toEqual([false, true]);
    expect(readers.takeChanged().map(({ day }) => day)).toEqual([2]);
  });

  it('come back as large as they were kept', () => {
    const readers = new DayReaders(size);
    readers.add(1, ['12345678']);
    const larger = new DayReaders(sketchSize(5_000, 0.001));
    const pages = readers.takeChanged();
    for (const page of pages) larger.restore(page);
    expect(larger.has(1, '12345678')).toBe(true);
    larger.add(1, ['abcdefgh']);
    expect(larger.takeChanged()[0]!.size).toEqual(size);
    readers.putBack(pages);
    expect(readers.takeChanged()).toEqual(pages);
  });

  it('says how many a full day could not remember', () => {
    const readers = new DayReaders(sketchSize(2, 0.0001));
    expect(readers.add(1, ['aaaaaaaa', 'bbbbbbbb', 'cccccccc', 'aaaaaaaa'])).toBe(1);
  });
});
