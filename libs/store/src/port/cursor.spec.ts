import { describe, expect, it } from '@jest/globals';
import { bytes, number, text } from './column.ts';
import { cursorAfter, positionOf } from './cursor.ts';
import { defineTable } from './table.ts';
import { shapeOf } from './table-shape.ts';

const table = defineTable({
  ...{ name: 'urls', format: 1, partition: 1 },
  columns: { bucket: number(), id: bytes(), rank: number().optional(), path: text() },
  key: ['bucket', 'id'],
  indexes: { line: ['bucket', 'rank'] },
});

describe('a cursor after a place', () => {
  it('is at that place in the index', () => {
    const id = new Uint8Array([1, 2]);
    const cursor = cursorAfter(table, 'line', { bucket: 3, id, rank: -0.5 });
    const walk = { shape: shapeOf(table), index: 'line', reverse: false };
    expect(positionOf(walk, cursor)).toEqual([3, -0.5, id]);
  });

  it('is refused where no place is so long', () => {
    const cursor = cursorAfter(table, 'line', { bucket: 3, id: new Uint8Array(2_000), rank: 1 });
    const walk = { shape: shapeOf(table), index: 'line', reverse: false };
    expect(() => positionOf(walk, cursor)).toThrow('after: the cursor is damaged');
  });
});
