import { describe, expect, it } from '@jest/globals';
import { checkPart } from '../port/check-part.ts';
import { number, text } from '../port/column.ts';
import { OpenedTables } from '../port/opened-tables.ts';
import { insert, type Part, put, remove, type Write } from '../port/part.ts';
import { defineTable } from '../port/table.ts';
import { roundsOf } from './write-order.ts';

const table = (name: string) =>
  defineTable({
    ...{ name, format: 1, key: ['lane', 'word'], partition: 1 },
    columns: { lane: number(), word: text() },
  });
const [red, blue] = [table('red'), table('blue')];
const tables = new OpenedTables([red, blue]);
const one = (write: Write): Part => ({ writes: [write] });

/** The rounds in short: bulks by table, then what runs alone. */
function rounds(parts: readonly Part[]) {
  return [...roundsOf(parts.map((part) => checkPart(tables, part)))].map(({ bulks, alone }) => ({
    bulks: Object.fromEntries([...bulks].map(([shape, positions]) => [shape.name, positions])),
    alone,
  }));
}

describe('roundsOf', () => {
  it('puts single writes of any partitions into one bulk per table', () => {
    const parts = [
      one(put(red, { lane: 1, word: 'a' })),
      one(put(blue, { lane: 2, word: 'a' })),
      one(insert(red, { lane: 3, word: 'a' })),
    ];
    expect(rounds(parts)).toEqual([{ bulks: { red: [0, 2], blue: [1] }, alone: [] }]);
  });

  it('keeps the order of one partition when a part has to run alone', () => {
    const parts = [
      one(put(red, { lane: 1, word: 'a' })),
      one(remove(red, { lane: 1, word: 'a' })),
      one(put(red, { lane: 1, word: 'b' })),
      one(put(red, { lane: 2, word: 'c' })),
    ];
    expect(rounds(parts)).toEqual([
      { bulks: { red: [0, 3] }, alone: [] },
      { bulks: {}, alone: [1] },
      { bulks: { red: [2] }, alone: [] },
    ]);
  });

  it('does not let two tables of one partition overtake each other', () => {
    const parts = [one(put(red, { lane: 1, word: 'a' })), one(put(blue, { lane: 1, word: 'a' }))];
    expect(rounds(parts)).toEqual([
      { bulks: { red: [0] }, alone: [] },
      { bulks: { blue: [1] }, alone: [] },
    ]);
  });

  it('bounds a bulk', () => {
    const parts = Array.from({ length: 1_500 }, (_, at) =>
      one(put(red, { lane: 1, word: `${at}` })),
    );
    expect(rounds(parts).map(({ bulks }) => bulks['red']!.length)).toEqual([1_000, 500]);
  });
});
