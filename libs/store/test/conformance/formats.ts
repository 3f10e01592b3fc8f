import { describe, expect, it } from '@jest/globals';
import { defineTable, number, put, type Store, text } from '@mayfly/store';
import { startProcess } from '@mayfly/testing';
import type { Engine } from './engine.ts';
import { itemsV1, itemsV2, itemsV3 } from './versioned-tables.ts';

const ITEMS = 2_500;
const BREAK_AT = 1_700;

async function fill(store: Store, count: number): Promise<void> {
  const parts = Array.from({ length: count }, (_, id) => ({
    writes: [put(itemsV1, { id, title: `t${id % 7}`, ...(id % 2 ? { tags: ['a', 'b'] } : {}) })],
  }));
  await store.write(parts);
}

const failsAt = (limit: number) => {
  let count = 0;
  return () => {
    count += 1;
    if (count === limit) throw new Error('the power went');
  };
};

export function formats(engine: Engine): void {
  describe(`formats of tables on ${engine.name}`, () => {
    it('of a newer Mayfly are refused and left as they are', async () => {
      await using place = await engine.newPlace();
      await place.open([itemsV3()]);
      await place.shutDown();
      await expect(place.open([itemsV1])).rejects.toMatchObject({
        code: 'STORE_FORMAT_NEWER',
        message: 'table items: format 3, and this Mayfly knows 1 at most',
      });
      await place.open([itemsV3()]);
    });

    it('that are older are migrated over several steps, indexes included', async () => {
      await using place = await engine.newPlace();
      await fill(await place.open([itemsV1]), 20);
      await place.shutDown();
      const table = itemsV3();
      const store = await place.open([table]);
      expect(await store.get(table, { id: 3 })).toEqual({
        id: 3,
        name: 't3',
        steps: '1',
        tags: 'a,b',
      });
      expect(await store.get(table, { id: 4 })).toEqual({ id: 4, name: 't4', steps: '1' });
      const { rows } = await store.page(table, { index: 'byName', prefix: ['t6'], limit: 10 });
      expect(rows.map(({ id }) => id)).toEqual([6, 13]);
      await store.write([{ writes: [put(table, { id: 6, name: 't7', steps: 'x' })] }]);
      const after = await store.page(table, { index: 'bySteps', prefix: ['x'], limit: 10 });
      expect(after.rows).toEqual([{ id: 6, name: 't7', steps: 'x' }]);
    });

    it('are migrated exactly once per row when the pass is cut short', async () => {
      await using place = await engine.newPlace();
      await fill(await place.open([itemsV1]), ITEMS);
      await place.shutDown();
      await expect(place.open([itemsV2(failsAt(BREAK_AT))])).rejects.toThrow('the power went');
      await expect(place.open([itemsV1])).rejects.toMatchObject({ code: 'STORE_FORMAT_NEWER' });
      await place.shutDown();
      let again = 0;
      const table = itemsV2(() => (again += 1));
      const store = await place.open([table]);
      let count = 0;
      for await (const rows of store.scan(table, { index: 'byName', limit: 1_000 })) {
        count += rows.length;
        expect(rows.every(({ steps }) => steps === 1)).toBe(true);
      }
      expect(count).toBe(ITEMS);
      expect(again).toBeLessThanOrEqual(ITEMS - 1_000);
    });

    it('are migrated exactly once per row when the process is killed', async () => {
      await using place = await engine.newPlace();
      await fill(await place.open([itemsV1]), ITEMS);
      await place.shutDown();
      const file = new URL('../faults/migrate-and-die.ts', import.meta.url).pathname;
      const args = [String(BREAK_AT), ...place.words];
      expect(await startProcess({ name: 'migration', file, args }).exited).toMatchObject({
        signal: 'SIGKILL',
      });
      const table = itemsV2();
      const store = await place.open([table]);
      let count = 0;
      for await (const rows of store.scan(table, { index: 'byName', limit: 1_000 })) {
        count += rows.filter(({ steps }) => steps === 1).length;
      }
      expect(count).toBe(ITEMS);
    });

    it('are taken further by a newer Mayfly that finds a pass cut short', async () => {
      await using place = await engine.newPlace();
      await fill(await place.open([itemsV1]), ITEMS);
      await place.shutDown();
      await expect(place.open([itemsV2(failsAt(BREAK_AT))])).rejects.toThrow('the power went');
      await place.shutDown();
      const table = itemsV3();
      const store = await place.open([table]);
      let count = 0;
      for await (const rows of store.scan(table, { limit: 1_000 })) {
        count += rows.length;
        expect(
          rows.every(({ id, steps, tags }) => steps === '1' && (tags === 'a,b') === (id % 2 === 1)),
        ).toBe(true);
      }
      expect(count).toBe(ITEMS);
    });

    it('say which step is missing, and forbid one that changes a key', async () => {
      await using place = await engine.newPlace();
      await fill(await place.open([itemsV1]), 1);
      await place.shutDown();
      const without = { ...itemsV2(), migrate: {} };
      await expect(place.open([without])).rejects.toThrow('no step from format 1');
      const moving = { ...itemsV2(), migrate: { 1: () => ({ id: 99, name: '', steps: 1 }) } };
      await expect(place.open([moving])).rejects.toThrow('changed a key');
    });

    it('stay the same when columns and indexes come and go', async () => {
      await using place = await engine.newPlace();
      const base = { name: 'things', format: 1, key: ['id'], partition: 1 } as const;
      const one = defineTable({
        ...base,
        columns: { id: number(), old: text().optional(), kept: text().optional() },
        indexes: { byOld: ['old'], byKept: ['kept'] },
      });
      const first = await place.open([one]);
      await first.write([{ writes: [put(one, { id: 1, old: 'o', kept: 'k' })] }]);
      await place.shutDown();
      const two = defineTable({
        ...base,
        columns: { id: number(), fresh: number().optional(), kept: text().optional() },
        indexes: { byKept: ['kept', 'id'], byFresh: ['fresh'] },
      });
      const second = await place.open([two]);
      expect(await second.get(two, { id: 1 })).toEqual({ id: 1, kept: 'k' });
      const byKept = await second.page(two, { index: 'byKept', prefix: ['k', 1], limit: 1 });
      expect(byKept.rows).toEqual([{ id: 1, kept: 'k' }]);
      await second.write([{ writes: [put(two, { id: 2, fresh: 5 })] }]);
      await place.shutDown();
      const third = await place.open([one]);
      expect(await third.getMany(one, [{ id: 1 }, { id: 2 }])).toEqual([
        { id: 1, old: 'o', kept: 'k' },
        { id: 2 },
      ]);
      const byOld = await third.page(one, { index: 'byOld', limit: 10 });
      expect(byOld.rows).toEqual([{ id: 1, old: 'o', kept: 'k' }]);
    });

    it('must change when a column holds something else', async () => {
      await using place = await engine.newPlace();
      await place.open([itemsV1]);
      await place.shutDown();
      const columns = { ...itemsV1.columns, title: number() };
      await expect(place.open([{ ...itemsV1, columns }])).rejects.toThrow(
        'table items: title was text; to make it number needs a new format',
      );
    });
  });
}
