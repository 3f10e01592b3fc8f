import { describe, expect, it } from '@jest/globals';
import {
  absent,
  type Condition,
  insert,
  matches,
  present,
  put,
  remove,
  replace,
  type Store,
} from '@mayfly/store';
import type { Engine } from './engine.ts';
import { bucketsTable, hostsTable, urlsTable } from './sample-tables.ts';

const a = { bucket: 7, host: 'a.test' };
const b = { bucket: 7, host: 'b.test' };
const TABLES = [hostsTable, bucketsTable, urlsTable];

async function outcomeOf(store: Store, condition: Condition): Promise<string> {
  const [answer] = await store.write([{ writes: [put(hostsTable, b)], conditions: [condition] }]);
  return answer!.outcome;
}

export function conditions(engine: Engine): void {
  describe(`parts with conditions on ${engine.name}`, () => {
    it('write all rows of several tables, or none', async () => {
      await using place = await engine.newPlace();
      const store = await place.open(TABLES);
      const writes = [put(hostsTable, a), put(bucketsTable, { bucket: 7, leases: 1 })];
      const [refused] = await store.write([{ writes: [...writes, replace(hostsTable, b)] }]);
      const why = { table: 'hosts', key: b, expected: 'present', at: { write: 2 } };
      expect(refused).toEqual({ outcome: 'refused', why });
      expect(await store.get(hostsTable, a)).toBeUndefined();
      expect(await store.get(bucketsTable, { bucket: 7 })).toBeUndefined();
      await store.write([{ writes: [...writes, insert(hostsTable, b)] }]);
      expect(await store.getMany(hostsTable, [a, b])).toEqual([a, b]);
      expect(await store.get(bucketsTable, { bucket: 7 })).toEqual({ bucket: 7, leases: 1 });
    });

    it('hold or not by rows that the part does not write', async () => {
      await using place = await engine.newPlace();
      const store = await place.open(TABLES);
      expect(await outcomeOf(store, absent(hostsTable, a))).toBe('applied');
      expect(await outcomeOf(store, present(hostsTable, a))).toBe('refused');
      expect(await outcomeOf(store, matches(hostsTable, a, {}))).toBe('refused');
      const row = {
        ...a,
        nextAllowedMs: 5,
        robots: Uint8Array.of(1),
        fetched: 9n,
        isBlocked: true,
      };
      await store.write([{ writes: [put(hostsTable, row)] }]);
      expect(await outcomeOf(store, absent(hostsTable, a))).toBe('refused');
      expect(await outcomeOf(store, present(hostsTable, a))).toBe('applied');
      const { bucket: _bucket, host: _host, ...scalars } = row;
      expect(await outcomeOf(store, matches(hostsTable, a, scalars))).toBe('applied');
      const wrong = [{ nextAllowedMs: 6 }, { robots: Uint8Array.of(2) }, { fetched: 8n }];
      for (const values of [...wrong, { isBlocked: undefined }]) {
        expect(await outcomeOf(store, matches(hostsTable, a, values))).toBe('refused');
      }
    });

    it('leave rows as they were that they only look at', async () => {
      await using place = await engine.newPlace();
      const store = await place.open(TABLES);
      await store.write([{ writes: [put(hostsTable, a)] }]);
      const none = { bucket: 7, host: 'none' };
      for (let round = 0; round < 3; round += 1) {
        expect(await outcomeOf(store, present(hostsTable, a))).toBe('applied');
        expect(await outcomeOf(store, absent(hostsTable, none))).toBe('applied');
      }
      const { rows } = await store.page(hostsTable, { limit: 10 });
      expect(rows).toEqual([a, b]);
    });

    it('may be all that a part has', async () => {
      await using place = await engine.newPlace();
      const store = await place.open(TABLES);
      const answers = await store.write([
        { writes: [], conditions: [absent(hostsTable, a)] },
        { writes: [], conditions: [absent(hostsTable, a), present(hostsTable, b)] },
        { writes: [] },
      ]);
      const why = { table: 'hosts', key: b, expected: 'present', at: { condition: 1 } };
      expect(answers).toEqual([
        { outcome: 'applied' },
        { outcome: 'refused', why },
        { outcome: 'applied' },
      ]);
    });

    it('may be about a row that the part changes too', async () => {
      await using place = await engine.newPlace();
      const store = await place.open(TABLES);
      const owned = (owner: string) => ({ bucket: 1, leases: 1, owner });
      const take = (from: string | undefined, to: string) => ({
        writes: [put(bucketsTable, owned(to))],
        conditions:
          from === undefined
            ? [absent(bucketsTable, { bucket: 1 })]
            : [matches(bucketsTable, { bucket: 1 }, { owner: from })],
      });
      const answers = await store.write([take(undefined, 'x'), take('x', 'y'), take('x', 'z')]);
      expect(answers.map(({ outcome }) => outcome)).toEqual(['applied', 'applied', 'refused']);
      expect(await store.get(bucketsTable, { bucket: 1 })).toEqual(owned('y'));
      const gone = {
        writes: [remove(bucketsTable, { bucket: 1 })],
        conditions: [matches(bucketsTable, { bucket: 1 }, { owner: 'y' })],
      };
      const twice = await store.write([gone, gone]);
      expect(twice.map(({ outcome }) => outcome)).toEqual(['applied', 'refused']);
    });

    it('stand alone: a part that is refused takes no other with it', async () => {
      await using place = await engine.newPlace();
      const store = await place.open(TABLES);
      const part = (url: string, condition: Condition) => ({
        writes: [put(urlsTable, { url, state: 'new' })],
        conditions: [condition],
      });
      const answers = await store.write([
        part('a', present(urlsTable, { url: 'a' })),
        part('b', absent(urlsTable, { url: 'b' })),
      ]);
      expect(answers.map(({ outcome }) => outcome)).toEqual(['refused', 'applied']);
      const keys = [{ url: 'a' }, { url: 'b' }];
      expect(await store.getMany(urlsTable, keys)).toEqual([undefined, { url: 'b', state: 'new' }]);
    });
  });
}
