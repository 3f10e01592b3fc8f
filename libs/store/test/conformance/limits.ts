import { describe, expect, it } from '@jest/globals';
import {
  absent,
  bytes,
  defineTable,
  insert,
  put,
  type Store,
  text,
  type Write,
} from '@mayfly/store';
import type { Engine } from './engine.ts';
import { bucketsTable, hostsTable, urlsTable } from './sample-tables.ts';

const bigTable = defineTable({
  name: 'big',
  format: 1,
  columns: { name: text(), body: bytes(), long: text().optional() },
  key: ['name'],
  partition: 1,
  indexes: { byLong: ['long'] },
});
const MEGABYTE = 1024 * 1024;
const a = { bucket: 1, host: 'a' };

export function limits(engine: Engine): void {
  describe(`what fits into a table on ${engine.name}`, () => {
    it('is refused with table and column, before anything is written', async () => {
      await using place = await engine.newPlace();
      const store = await place.open([hostsTable, bucketsTable, urlsTable]);
      const refusal = async (...writes: Write[]) => {
        const good = { writes: [put(hostsTable, { bucket: 9, host: 'good' })] };
        return store.write([good, { writes }]).then(String, (error: Error & { code?: string }) => {
          return `${error.code}: ${error.message}`;
        });
      };
      const host = (values: object) => put(hostsTable, { ...a, ...values });
      const cases: [string, Write[]][] = [
        ['table hosts: color is no column of it', [host({ color: 'red' })]],
        ['table hosts: host is missing', [put(hostsTable, { bucket: 1 } as never)]],
        ['table hosts: bucket is NaN', [host({ bucket: Number.NaN })]],
        ['table hosts: host is not text', [host({ host: null })]],
        ['table hosts: host holds half a surrogate pair', [host({ host: '\ud800' })]],
        ['table hosts: nextAllowedMs is not a number', [host({ nextAllowedMs: null })]],
        ['table hosts: nextAllowedMs is not a number', [host({ nextAllowedMs: '5' })]],
        ['table hosts: fetched does not fit into 64 bits', [host({ fetched: 2n ** 63n })]],
        ['table hosts: fetched is not a bigint', [host({ fetched: 5 })]],
        ['table hosts: robots is not a Uint8Array', [host({ robots: [1] })]],
        ['table hosts: isBlocked is not a boolean', [host({ isBlocked: 0 })]],
        ['table hosts: note holds an object that is not plain', [host({ note: new Date(0) })]],
        [
          'table hosts: note holds a function, which JSON has not',
          [host({ note: { words: [() => 1] } })],
        ],
        ['table hosts: one part writes a row twice', [host({}), host({ isBlocked: true })]],
        [
          'table hosts: one part writes a row twice',
          [
            ...Array.from({ length: 20 }, (_, at) => host({ host: `h${at}` })),
            host({ host: 'h7' }),
          ],
        ],
        [
          'table hosts: one part has rows of two partition keys (bucket)',
          [host({}), host({ bucket: 2 })],
        ],
        [
          'table buckets: one part has rows of two partition keys (bucket)',
          [host({}), put(bucketsTable, { bucket: 2, leases: 0 })],
        ],
      ];
      for (const [message, writes] of cases) {
        expect(await refusal(...writes)).toBe(`ROW_INVALID: ${message}`);
      }
      expect(await store.get(hostsTable, { bucket: 9, host: 'good' })).toBeUndefined();
    });

    it('is checked in keys and conditions too', async () => {
      await using place = await engine.newPlace();
      const store = await place.open([hostsTable]);
      const invalid = { code: 'ROW_INVALID' };
      await expect(store.get(hostsTable, { bucket: 1 } as never)).rejects.toMatchObject(invalid);
      await expect(store.get(hostsTable, { ...a, x: 1 } as never)).rejects.toMatchObject(invalid);
      const condition = { ...absent(hostsTable, a), kind: 'matches' as const };
      for (const values of [{ host: 'a' }, { note: null }, { none: 1 }, { isBlocked: 1 }]) {
        const part = { writes: [], conditions: [{ ...condition, matches: values }] };
        await expect(store.write([part])).rejects.toMatchObject(invalid);
      }
      const other = {
        writes: [put(hostsTable, a)],
        conditions: [absent(hostsTable, { ...a, bucket: 2 })],
      };
      await expect(store.write([other])).rejects.toMatchObject(invalid);
    });

    it('are values from nothing to a megabyte, and no more', async () => {
      await using place = await engine.newPlace();
      const store = await place.open([bigTable]);
      for (const size of [0, 1, 65_536, MEGABYTE - 1]) {
        const row = { name: 'x', body: new Uint8Array(size).fill(7) };
        expect(await store.write([{ writes: [put(bigTable, row)] }])).toEqual([
          { outcome: 'applied' },
        ]);
        const found = await store.get(bigTable, { name: 'x' });
        expect(Buffer.compare(found!.body, row.body)).toBe(0);
      }
      const above = { name: 'x', body: new Uint8Array(MEGABYTE) };
      await expect(store.write([{ writes: [put(bigTable, above)] }])).rejects.toMatchObject({
        code: 'ROW_TOO_LARGE',
      });
    });

    it('are keys of at most 512 bytes and places in an index of at most 1,900', async () => {
      await using place = await engine.newPlace();
      const store = await place.open([bigTable]);
      const write = (name: string, long: string): Promise<unknown> =>
        store.write([{ writes: [insert(bigTable, { name, long, body: new Uint8Array() })] }]);
      const tooLarge = { code: 'ROW_TOO_LARGE' };
      const key = 'k'.repeat(510);
      expect(await write(key, 'l'.repeat(1386))).toEqual([{ outcome: 'applied' }]);
      await expect(write(`${key}k`, '')).rejects.toMatchObject(tooLarge);
      await expect(write('ä'.repeat(256), '')).rejects.toMatchObject(tooLarge);
      await expect(write(`${'k'.repeat(509)}x`, 'l'.repeat(1387))).rejects.toMatchObject(tooLarge);
      expect(await found(store, 'l'.repeat(1386))).toBe(key);
    });

    it('also bounds a new index over rows that are there, and all else goes on', async () => {
      await using place = await engine.newPlace();
      const { indexes: _none, ...bare } = bigTable;
      const plain = defineTable(bare);
      const store = await place.open([plain]);
      const row = { name: 'a', body: new Uint8Array(), long: 'l'.repeat(3_000) };
      await store.write([{ writes: [put(plain, row)] }]);
      await expect(place.open([bigTable])).rejects.toMatchObject({
        code: 'ROW_TOO_LARGE',
        message: 'table big: a place in index byLong has 3005 bytes, and 1900 is the most',
      });
      const short = { ...row, long: 'l' };
      expect(await store.write([{ writes: [put(plain, short)] }])).toEqual([
        { outcome: 'applied' },
      ]);
      expect(await found(await place.open([bigTable]), 'l')).toBe('a');
    });

    it('are parts of at most 10,000 writes and conditions, and 12 MB', async () => {
      await using place = await engine.newPlace();
      const store = await place.open([hostsTable]);
      const names = Array.from({ length: 10_001 }, (_, at) => ({ bucket: 1, host: `${at}` }));
      const rows = names.map((name) => put(hostsTable, name));
      const many = {
        writes: rows.slice(0, 9_000),
        conditions: [absent(hostsTable, names[9_000]!)],
      };
      expect(await store.write([many])).toEqual([{ outcome: 'applied' }]);
      const tooLarge = (message: string) => ({ code: 'ROW_TOO_LARGE', message });
      await expect(store.write([{ writes: rows }])).rejects.toMatchObject(
        tooLarge('table hosts: a part has 10001 writes and conditions, and 10000 is the most'),
      );
      const robots = new Uint8Array(MEGABYTE - 100);
      const big = names.slice(0, 13).map((name) => put(hostsTable, { ...name, robots }));
      await expect(store.write([{ writes: big }])).rejects.toMatchObject(
        tooLarge('table hosts: a part has 13630308 bytes, and 12582912 is the most'),
      );
      expect(await store.write([{ writes: big.slice(1) }])).toEqual([{ outcome: 'applied' }]);
    });

    it('bounds what a selection may name', async () => {
      await using place = await engine.newPlace();
      const store = await place.open([bigTable]);
      for (const length of [1_899, 20_000, 200_000]) {
        const values = ['l'.repeat(length)];
        const tooLarge = {
          code: 'ROW_TOO_LARGE',
          message: `table big: a bound has ${length + 2} bytes, and 1900 is the most`,
        };
        for (const bound of [{ from: values }, { to: values }, { prefix: values }]) {
          await expect(store.page(bigTable, { ...bound, limit: 1 })).rejects.toMatchObject(
            tooLarge,
          );
          const byLong = { ...bound, index: 'byLong', limit: 1 } as const;
          await expect(store.page(bigTable, byLong)).rejects.toMatchObject(tooLarge);
        }
      }
      const fits = await store.page(bigTable, { from: ['l'.repeat(1_898)], limit: 1 });
      expect(fits).toEqual({ rows: [] });
    });
  });
}

async function found(store: Store, long: string): Promise<string | undefined> {
  const { rows } = await store.page(bigTable, { index: 'byLong', prefix: [long], limit: 1 });
  return (rows[0] as { name: string } | undefined)?.name;
}
