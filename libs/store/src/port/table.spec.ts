import { describe, expect, it } from '@jest/globals';
import { json, number, text } from './column.ts';
import { defineTable, type KeyOf, type RowOf } from './table.ts';

const columns = { id: number(), name: text<'x' | 'y'>(), note: json<string[]>().optional() };
const good = { name: 'things', format: 2, columns, key: ['id'], partition: 1 } as const;

describe('defineTable', () => {
  it('gives rows and keys their types', () => {
    const table = defineTable({ ...good, indexes: { byName: ['name', 'id'] } });
    const row: RowOf<typeof table> = { id: 1, name: 'x' };
    const key: KeyOf<typeof table> = { id: row.id };
    // @ts-expect-error the brand of the column does not allow it
    const wrong: RowOf<typeof table> = { id: 1, name: 'z' };
    expect([key, wrong.id, table.indexes]).toEqual([{ id: 1 }, 1, { byName: ['name', 'id'] }]);
  });

  it('refuses a declaration that no engine could keep', () => {
    const refused = (change: object, problem: string) => {
      expect(() => defineTable({ ...good, ...change } as never)).toThrow(problem);
    };
    refused({ name: '_tables' }, '_tables is not a name');
    refused({ columns: { ...columns, constructor: text() } }, 'constructor is not a name');
    refused({ format: 0 }, 'format must be 1 or more');
    refused({ partition: 2 }, 'partition must cover');
    refused({ key: ['id', 'id'] }, 'key names a column twice');
    refused({ key: ['note'] }, 'note has no order');
    refused({ indexes: { by: ['none'] } }, 'none has no order');
    refused({ columns: { ...columns, id: number().optional() } }, 'a key column is optional');
    refused({ migrate: { 2: () => ({}) } }, 'a step from format 2');
  });
});
