import { describe, expect, it } from '@jest/globals';
import { insert, put, remove, replace } from '@mayfly/store';
import type { Engine } from './engine.ts';
import { bucketsTable, hostsTable, type HostRow, urlsTable } from './sample-tables.ts';

const APPLIED = { outcome: 'applied' };
const full: HostRow = {
  bucket: 7,
  host: 'a.test',
  nextAllowedMs: 1.5,
  robots: Uint8Array.of(0, 255),
  note: { words: ['ä', '\u{1F600}'] },
  fetched: 2n ** 63n - 1n,
  isBlocked: false,
};

export function readsAndWrites(engine: Engine): void {
  describe(`reads and writes on ${engine.name}`, () => {
    it('gives back a row with every kind of column, exactly', async () => {
      await using place = await engine.newPlace();
      const store = await place.open([hostsTable]);
      expect(await store.write([{ writes: [put(hostsTable, full)] }])).toEqual([APPLIED]);
      const found = await store.get(hostsTable, { bucket: 7, host: 'a.test' });
      expect(found).toEqual(full);
      expect(Object.getPrototypeOf(found!.robots)).toBe(Uint8Array.prototype);
    });

    it('leaves a column out that the row lacks, and drops it when a put lacks it', async () => {
      await using place = await engine.newPlace();
      const store = await place.open([hostsTable]);
      const small = { bucket: 7, host: 'a.test' };
      await store.write([{ writes: [put(hostsTable, full)] }]);
      await store.write([
        { writes: [put(hostsTable, { ...small, isBlocked: undefined as never })] },
      ]);
      expect(Object.keys((await store.get(hostsTable, small))!)).toEqual(['bucket', 'host']);
    });

    it('keeps numbers, bigints and JSON apart at their edges', async () => {
      await using place = await engine.newPlace();
      const store = await place.open([hostsTable]);
      const numbers = [0, -1, 2 ** 31, 2 ** 53, 5e-324, -1.7e308, Infinity, -Infinity, 0.1];
      const rows = numbers.map((nextAllowedMs, bucket): HostRow => ({
        ...{ bucket, host: '', nextAllowedMs, fetched: -(2n ** 63n) + BigInt(bucket) },
        note: bucket === 0 ? null : { words: [] },
      }));
      await store.write(rows.map((row) => ({ writes: [put(hostsTable, row)] })));
      expect(
        await store.getMany(
          hostsTable,
          numbers.map((_, bucket) => ({ bucket, host: '' })),
        ),
      ).toEqual(rows);
    });

    it('takes minus zero for zero', async () => {
      await using place = await engine.newPlace();
      const store = await place.open([bucketsTable]);
      await store.write([{ writes: [put(bucketsTable, { bucket: -0, leases: -0 })] }]);
      expect(await store.get(bucketsTable, { bucket: 0 })).toStrictEqual({ bucket: 0, leases: 0 });
    });

    it('answers a batch read in the order asked, repeated and missing keys included', async () => {
      await using place = await engine.newPlace();
      const store = await place.open([urlsTable]);
      const rows = ['a', 'b'].map((url) => ({ url, state: 'new' }));
      await store.write(rows.map((row) => ({ writes: [put(urlsTable, row)] })));
      const keys = ['b', 'none', 'a', 'b'].map((url) => ({ url }));
      expect(await store.getMany(urlsTable, keys)).toEqual([rows[1], undefined, rows[0], rows[1]]);
      expect(await store.getMany(urlsTable, [])).toEqual([]);
    });

    it('inserts a key once and says which write was refused', async () => {
      await using place = await engine.newPlace();
      const store = await place.open([urlsTable]);
      const part = { writes: [insert(urlsTable, { url: 'a', state: 'new' })] };
      const again = { writes: [insert(urlsTable, { url: 'a', state: 'other' })] };
      expect(await store.write([part])).toEqual([APPLIED]);
      const why = { table: 'urls', key: { url: 'a' }, expected: 'absent', at: { write: 0 } };
      const other = { writes: [insert(urlsTable, { url: 'b', state: 'new' })] };
      expect(await store.write([again, other])).toEqual([{ outcome: 'refused', why }, APPLIED]);
      expect(await store.get(urlsTable, { url: 'a' })).toEqual({ url: 'a', state: 'new' });
    });

    it('applies parts of one partition key in their order', async () => {
      await using place = await engine.newPlace();
      const store = await place.open([urlsTable]);
      const row = (state: string) => ({ url: 'a', state });
      const answers = await store.write([
        { writes: [insert(urlsTable, row('1'))] },
        { writes: [replace(urlsTable, row('2'), { matches: { state: '1' } })] },
        { writes: [insert(urlsTable, row('3'))] },
        { writes: [remove(urlsTable, { url: 'a' }, { matches: { state: '2' } })] },
        { writes: [insert(urlsTable, row('4'))] },
        { writes: [put(urlsTable, row('5'))] },
      ]);
      expect(answers.map(({ outcome }) => outcome)).toEqual([
        'applied',
        'applied',
        'refused',
        'applied',
        'applied',
        'applied',
      ]);
      expect(await store.get(urlsTable, { url: 'a' })).toEqual(row('5'));
    });

    it('replaces and removes only what is there and matches', async () => {
      await using place = await engine.newPlace();
      const store = await place.open([urlsTable]);
      const refused = async (write: ReturnType<typeof put>) => {
        const [answer] = await store.write([{ writes: [write] }]);
        return answer!.outcome === 'refused' ? answer!.why.expected : answer!.outcome;
      };
      const row = { url: 'a', state: 'new', size: 1 };
      expect(await refused(replace(urlsTable, row))).toBe('present');
      expect(await refused(remove(urlsTable, { url: 'a' }))).toBe('applied');
      await store.write([{ writes: [put(urlsTable, row)] }]);
      expect(await refused(replace(urlsTable, row, { matches: { size: undefined } }))).toBe(
        'match',
      );
      expect(await refused(replace(urlsTable, row, { matches: { size: 2 } }))).toBe('match');
      expect(await refused(remove(urlsTable, { url: 'a' }, { matches: { state: 'old' } }))).toBe(
        'match',
      );
      expect(await refused(replace(urlsTable, row, { matches: { state: 'new', size: 1 } }))).toBe(
        'applied',
      );
      expect(await refused(remove(urlsTable, { url: 'a' }, { matches: { size: 1 } }))).toBe(
        'applied',
      );
      expect(await store.get(urlsTable, { url: 'a' })).toBeUndefined();
    });

    it('has everything again after it was shut down', async () => {
      await using place = await engine.newPlace();
      const before = await place.open([hostsTable]);
      await before.write([{ writes: [put(hostsTable, full)] }]);
      await place.shutDown();
      const after = await place.open([hostsTable]);
      expect(await after.get(hostsTable, { bucket: 7, host: 'a.test' })).toEqual(full);
    });

    it('lets two services keep different tables in one place', async () => {
      await using place = await engine.newPlace();
      const one = await place.open([urlsTable]);
      const other = await place.open([bucketsTable]);
      await one.write([{ writes: [put(urlsTable, { url: 'a', state: 'new' })] }]);
      await other.write([{ writes: [put(bucketsTable, { bucket: 1, leases: 0 })] }]);
      expect(await one.get(urlsTable, { url: 'a' })).toBeDefined();
      await expect(other.get(urlsTable, { url: 'a' })).rejects.toThrow('without table urls');
    });

    it('is ready while it is open, and refuses work once it is closed', async () => {
      await using place = await engine.newPlace();
      const store = await place.open([urlsTable]);
      expect(await store.isReady()).toBe(true);
      await store.close();
      expect(await store.isReady()).toBe(false);
      await expect(store.get(urlsTable, { url: 'a' })).rejects.toMatchObject({
        code: 'STORE_AWAY',
      });
      await expect(store.write([])).rejects.toMatchObject({ code: 'STORE_AWAY' });
    });
  });
}
