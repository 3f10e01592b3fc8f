import { describe, expect, it } from '@jest/globals';
import {
  defineTable,
  type KeyValue,
  put,
  remove,
  type Selection,
  type Store,
  type Table,
  text,
} from '@mayfly/store';
import type { Engine } from './engine.ts';
import { type HostRow, hostsTable, urlsTable } from './sample-tables.ts';

const host = (bucket: number, name: string, nextAllowedMs?: number): HostRow => ({
  ...{ bucket, host: name },
  ...(nextAllowedMs === undefined ? {} : { nextAllowedMs }),
});
const ROWS = [
  host(1, 'a', 30),
  host(1, 'b', 10),
  host(1, 'c', 10),
  host(1, 'd'),
  host(2, 'a', -5),
  host(2, 'b', 0),
];

async function filled(store: Store): Promise<Store> {
  await store.write(ROWS.map((row) => ({ writes: [put(hostsTable, row)] })));
  return store;
}

type HostSelection = Selection<'due' | 'blocked'>;

async function names(store: Store, selection: Omit<HostSelection, 'limit'>): Promise<string> {
  const { rows } = await store.page(hostsTable, { limit: 100, ...selection });
  return rows.map((row) => `${row.bucket}${row.host}`).join(' ');
}

async function walk(store: Store, selection: HostSelection): Promise<string[]> {
  const seen: string[] = [];
  for await (const rows of store.scan(hostsTable, selection)) {
    seen.push(...rows.map((row) => `${row.bucket}${row.host}`));
  }
  return seen;
}

/** Indexes that name columns of the key, in all the ways in which they can. */
const linksTable = defineTable({
  name: 'links',
  format: 1,
  columns: { id: text(), a: text() },
  key: ['id'],
  partition: 1,
  indexes: { last: ['a', 'id'], first: ['id', 'a'] },
});
const wordsTable = defineTable({
  name: 'words',
  format: 1,
  columns: { id: text(), word: text().optional() },
  key: ['id'],
  partition: 1,
  indexes: { both: ['word', 'id'] },
});
const pairsTable = defineTable({
  name: 'pairs',
  format: 1,
  columns: { one: text(), two: text(), a: text() },
  key: ['one', 'two'],
  partition: 1,
  indexes: { some: ['a', 'two'], head: ['a', 'one'], all: ['a', 'one', 'two'] },
});

export function ranges(engine: Engine): void {
  describe(`ranges on ${engine.name}`, () => {
    it('of an index alone say what it knows, page by page, and nothing of the rows', async () => {
      await using place = await engine.newPlace();
      const store = await filled(await place.open([hostsTable]));
      const first = { index: 'due', prefix: [1], limit: 2 } as const;
      const { rows, cursor } = await store.places(hostsTable, first);
      expect(rows).toEqual([
        { bucket: 1, nextAllowedMs: 10, host: 'b' },
        { bucket: 1, nextAllowedMs: 10, host: 'c' },
      ]);
      const rest = await store.places(hostsTable, { ...first, after: cursor! });
      expect(rest).toEqual({ rows: [{ bucket: 1, nextAllowedMs: 30, host: 'a' }] });
      const page = await store.page(hostsTable, { ...first, after: cursor! });
      expect(page.rows).toMatchObject(rest.rows);
      const none = { limit: 1 } as never;
      await expect(store.places(hostsTable, none)).rejects.toThrow('those of an index');
    });

    it('follow the primary key in both directions', async () => {
      await using place = await engine.newPlace();
      const store = await filled(await place.open([hostsTable]));
      expect(await names(store, {})).toBe('1a 1b 1c 1d 2a 2b');
      expect(await names(store, { reverse: true })).toBe('2b 2a 1d 1c 1b 1a');
      expect(await names(store, { prefix: [1] })).toBe('1a 1b 1c 1d');
      expect(await names(store, { prefix: [1], from: ['b'], to: ['d'] })).toBe('1b 1c');
      expect(await names(store, { prefix: [1], from: ['b'], to: ['d'], reverse: true })).toBe(
        '1c 1b',
      );
      expect(await names(store, { from: [1, 'c'], to: [2, 'b'] })).toBe('1c 1d 2a');
      expect(await names(store, { from: [2] })).toBe('2a 2b');
      expect(await names(store, { to: [2] })).toBe('1a 1b 1c 1d');
      expect(await names(store, { prefix: [1, 'c'] })).toBe('1c');
      expect(await names(store, { prefix: [1, 'x'] })).toBe('');
      expect(await names(store, { from: [2], to: [1] })).toBe('');
      expect(await names(store, { prefix: [3] })).toBe('');
    });

    it('follow an index in both directions, equal places by primary key', async () => {
      await using place = await engine.newPlace();
      const store = await filled(await place.open([hostsTable]));
      const index = 'due';
      expect(await names(store, { index })).toBe('1b 1c 1a 2a 2b');
      expect(await names(store, { index, reverse: true })).toBe('2b 2a 1a 1c 1b');
      expect(await names(store, { index, prefix: [1], to: [30] })).toBe('1b 1c');
      expect(await names(store, { index, prefix: [1], to: [30], reverse: true })).toBe('1c 1b');
      expect(await names(store, { index, prefix: [1], from: [11] })).toBe('1a');
      expect(await names(store, { index, prefix: [1, 10] })).toBe('1b 1c');
      expect(await names(store, { index, prefix: [2], from: [0] })).toBe('2b');
      expect(await names(store, { index, from: [1, 30], to: [2, 0] })).toBe('1a 2a');
    });

    it('see a row in an index move, leave and come back', async () => {
      await using place = await engine.newPlace();
      const store = await filled(await place.open([hostsTable]));
      const due = () => names(store, { index: 'due', prefix: [1] });
      await store.write([
        { writes: [put(hostsTable, host(1, 'b', 99)), put(hostsTable, host(1, 'd', 1))] },
      ]);
      expect(await due()).toBe('1d 1c 1a 1b');
      await store.write([
        { writes: [put(hostsTable, host(1, 'b')), remove(hostsTable, { bucket: 1, host: 'a' })] },
      ]);
      expect(await due()).toBe('1d 1c');
    });

    it('order text by code points, bytes by length first, false before true', async () => {
      await using place = await engine.newPlace();
      const store = await place.open([hostsTable, urlsTable]);
      const urls = ['', '\0', '\0a', 'a', 'a\0', 'ab', 'b', 'ä', '\uffee', '\u{1F600}'];
      const shuffled = urls.toSorted((one, other) => (one.length % 3) - (other.length % 3));
      await store.write(shuffled.map((url) => ({ writes: [put(urlsTable, { url, state: url })] })));
      const up = await store.page(urlsTable, { limit: 100 });
      expect(up.rows.map(({ url }) => url)).toEqual(urls);
      const byState = await store.page(urlsTable, { index: 'byState', reverse: true, limit: 100 });
      expect(byState.rows.map(({ url }) => url)).toEqual(urls.toReversed());
      const blocked = [[], [9], [255], [1, 0], [1, 1]].map((robots) => Uint8Array.from(robots));
      const both = [false, true].flatMap((isBlocked) =>
        blocked.map((robots) => ({ isBlocked, robots })),
      );
      const rows = both.map((some, at): HostRow => ({ ...host(at, 'x'), ...some }));
      await store.write(rows.toReversed().map((row) => ({ writes: [put(hostsTable, row)] })));
      const page = await store.page(hostsTable, { index: 'blocked', limit: 100 });
      expect(page.rows.map(({ bucket }) => bucket)).toEqual(rows.keys().toArray());
      expect(
        await names(store, {
          index: 'blocked',
          prefix: [true],
          from: [Uint8Array.of(255)],
          to: [Uint8Array.of(1, 1)],
        }),
      ).toBe('7x 8x');
    });

    it('give every row once in pages of any size', async () => {
      await using place = await engine.newPlace();
      const store = await filled(await place.open([hostsTable]));
      for (const limit of [1, 2, 5, 6, 7]) {
        for (const reverse of [false, true]) {
          const all = (await names(store, { reverse })).split(' ');
          expect(await walk(store, { limit, reverse })).toEqual(all);
          const due = (await names(store, { index: 'due', reverse })).split(' ');
          expect(await walk(store, { index: 'due', limit, reverse })).toEqual(due);
          expect(
            await walk(store, { prefix: [1], from: ['b'], to: ['d'], limit, reverse }),
          ).toHaveLength(2);
        }
      }
    });

    it('end also where an index names columns of the key', async () => {
      await using place = await engine.newPlace();
      const store = await place.open([linksTable, pairsTable]);
      const ids = ['j', 'k', 'l'];
      for (const id of ids) {
        const pairs = ids.map((two) => put(pairsTable, { one: id, two, a: 'q' }));
        await store.write([{ writes: [put(linksTable, { id, a: 'q' })] }, { writes: pairs }]);
      }
      const cases: [Table, Omit<Selection, 'limit'>, number][] = [
        [linksTable, { index: 'last', prefix: ['q', 'k'] }, 1],
        [linksTable, { index: 'last', prefix: ['q'], from: ['k'] }, 2],
        [linksTable, { index: 'last', prefix: ['q'], to: ['k'] }, 1],
        [linksTable, { index: 'first', prefix: ['k', 'q'] }, 1],
        [linksTable, { index: 'first', prefix: ['k'] }, 1],
        [linksTable, { index: 'first', from: ['k', 'q'] }, 2],
        [pairsTable, { index: 'some', prefix: ['q', 'k'] }, 3],
        [pairsTable, { index: 'head', prefix: ['q', 'k'] }, 3],
        [pairsTable, { index: 'head', prefix: ['q'], from: ['k'] }, 6],
        [pairsTable, { index: 'all', prefix: ['q', 'k', 'k'] }, 1],
        [pairsTable, { index: 'all', prefix: ['q', 'k'], from: ['k'] }, 2],
        [pairsTable, { prefix: ['k', 'k'] }, 1],
      ];
      for (const [table, selection, count] of cases) {
        for (const reverse of [false, true]) {
          let [seen, pages] = [0, 0];
          for await (const rows of store.scan(table, { ...selection, reverse, limit: 1 })) {
            seen += rows.length;
            pages += 1;
            if (pages > 20) break;
          }
          expect({ selection, reverse, seen }).toEqual({ selection, reverse, seen: count });
        }
      }
    });

    it('leave out a row that lacks a column of the index, also when its whole key is named', async () => {
      await using place = await engine.newPlace();
      const store = await place.open([wordsTable]);
      await store.write([{ writes: [put(wordsTable, { id: 'bare' })] }]);
      await store.write([{ writes: [put(wordsTable, { id: 'said', word: 'q' })] }]);
      for (const reverse of [false, true]) {
        for (const [id, count] of [
          ['bare', 0],
          ['said', 1],
        ] as const) {
          const selection = { index: 'both', prefix: ['q', id], reverse, limit: 1 } as const;
          expect((await store.page(wordsTable, selection)).rows).toHaveLength(count);
        }
      }
    });

    it('give every row that stays exactly once while others come and go', async () => {
      await using place = await engine.newPlace();
      const store = await place.open([hostsTable]);
      const stays = Array.from({ length: 40 }, (_, at) => host(1, `stay${at}`, at * 10));
      await store.write([{ writes: stays.map((row) => put(hostsTable, row)) }]);
      for (const reverse of [false, true]) {
        const seen: string[] = [];
        let round = 0;
        for await (const rows of store.scan(hostsTable, {
          index: 'due',
          prefix: [1],
          limit: 3,
          reverse,
        })) {
          seen.push(...rows.map((row) => row.host));
          const last = rows.at(-1)!;
          const comes = put(
            hostsTable,
            host(1, `new${round}`, last.nextAllowedMs! + (round % 3) - 1),
          );
          const goes = remove(hostsTable, { bucket: 1, host: `new${round - 1}` });
          await store.write([{ writes: [comes, goes] }]);
          round += 1;
        }
        const expected = stays.map((row) => row.host);
        const stayed = seen.filter((name) => name.startsWith('stay'));
        expect(stayed).toEqual(reverse ? expected.toReversed() : expected);
        expect(new Set(stayed).size).toBe(stayed.length);
      }
    });

    it('go on after a row that is gone', async () => {
      await using place = await engine.newPlace();
      const store = await filled(await place.open([hostsTable]));
      const { cursor } = await store.page(hostsTable, { limit: 2 });
      await store.write([{ writes: [remove(hostsTable, { bucket: 1, host: 'b' })] }]);
      expect(await names(store, { after: cursor! })).toBe('1c 1d 2a 2b');
    });

    it('refuse a cursor of another table, index or direction, and a damaged one', async () => {
      await using place = await engine.newPlace();
      const store = await filled(await place.open([hostsTable, urlsTable]));
      const { cursor } = await store.page(hostsTable, { limit: 2 });
      const invalid = { code: 'ROW_INVALID' };
      const after = cursor!;
      await expect(names(store, { after, reverse: true })).rejects.toMatchObject(invalid);
      await expect(names(store, { after, index: 'due' })).rejects.toMatchObject(invalid);
      await expect(store.page(urlsTable, { after, limit: 1 })).rejects.toMatchObject(invalid);
      for (const bad of ['', 'x', after.slice(0, -4), `${after}AAAA`]) {
        await expect(names(store, { after: bad })).rejects.toMatchObject(invalid);
      }
    });

    it('refuse a selection that fits no column', async () => {
      await using place = await engine.newPlace();
      const store = await place.open([hostsTable]);
      const invalid = { code: 'ROW_INVALID' };
      const wrong: Partial<Selection>[] = [
        { index: 'none' },
        { prefix: ['text'] },
        { prefix: [1, 'a', 'b'] },
        { from: [Number.NaN] },
        { to: [null as unknown as KeyValue] },
        { limit: 0 },
        { limit: 1.5 },
        { limit: 10_001 },
      ];
      for (const selection of wrong) {
        const page = store.page(hostsTable, { limit: 1, ...selection } as HostSelection);
        await expect(page).rejects.toMatchObject(invalid);
      }
    });
  });
}
