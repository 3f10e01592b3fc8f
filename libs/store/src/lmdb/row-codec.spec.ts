import { describe, expect, it } from '@jest/globals';
import { testSeed } from '@mayfly/testing';
import fc from 'fast-check';
import { bigint, bytes, flag, json, number, text } from '../port/column.ts';
import { defineTable } from '../port/table.ts';
import { type Cells, shapeOf } from '../port/table-shape.ts';
import { RowCodec, valueColumns } from './row-codec.ts';

const columns = {
  id: number(),
  ...{ a: number().optional(), b: text().optional(), c: bytes().optional() },
  ...{ d: flag().optional(), e: bigint().optional(), f: json<object>().optional() },
  ...{ g: number().optional(), h: text().optional(), i: number().optional() },
};
const shape = shapeOf(
  defineTable({ name: 'things', format: 1, columns, key: ['id'], partition: 1, indexes: {} }),
);
const layout = {
  format: 1,
  columns: valueColumns(shape).map((at) => [shape.names[at]!, shape.kinds[at]!] as const),
};
const codec = new RowCodec(shape, [layout], 0);

const aNumber = fc
  .oneof(
    fc.double({ noNaN: true }),
    fc.maxSafeInteger(),
    fc.integer({ min: -300, max: 300 }),
    fc.constantFrom(2 ** 53, -(2 ** 60), Infinity, -Infinity, 5e-324, 0.5),
  )
  .map((value) => (value === 0 ? 0 : value));
const aText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme-ascii', maxLength: 200 }),
  fc.constantFrom('\u{1F600}'.repeat(40), 'x'.repeat(70_000)),
);
const some = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const row = fc.tuple(
  aNumber,
  ...[some(aNumber), some(aText), some(fc.uint8Array({ maxLength: 200 }))],
  ...[some(fc.boolean()), some(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }))],
  ...[some(fc.json()), some(aNumber), some(aText), some(aNumber)],
) as fc.Arbitrary<Cells>;

describe('the bytes of a row', () => {
  it('say all its cells again, however many rows are written after it', () => {
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 20 }), (rows) => {
        const written = rows.map((cells) => codec.encode(cells));
        const read = written.map((bytesOfRow, at) =>
          codec.decode(bytesOfRow, [rows[at]![0] as number]),
        );
        expect(read).toEqual(rows);
      }),
      { seed: testSeed(), numRuns: 500 },
    );
  });

  it('are few: nothing is said of what is absent at the end, and no names', () => {
    const sizeOf = (...cells: Cells) => codec.encode(cells).length;
    expect(sizeOf(1)).toBe(2);
    expect(sizeOf(1, 7)).toBe(3);
    expect(sizeOf(1, -1, 'text')).toBe(2 + 1 + 5);
    expect(sizeOf(1, 1.8e12)).toBe(2 + 7);
    expect(sizeOf(1, 0.5)).toBe(2 + 3);
    const [a, ...none] = [1, ...new Array<undefined>(8)];
    expect(sizeOf(a, ...none, 7)).toBe(4);
  });
});
