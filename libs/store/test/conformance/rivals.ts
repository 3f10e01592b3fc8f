import { describe, expect, it } from '@jest/globals';
import { absent, insert, matches, type Part, present, put, remove } from '@mayfly/store';
import type { Engine } from './engine.ts';
import { addOne } from './add-one.ts';
import { bucketsTable, hostsTable } from './sample-tables.ts';

const ROUNDS = 25;
type Name = 'a' | 'b';
const key = (bucket: number, host: Name) => ({ bucket, host });
const row = (bucket: number, host: Name, isBlocked: boolean) => ({ bucket, host, isBlocked });

interface Rivalry {
  readonly title: string;
  readonly before: (bucket: number) => Part['writes'];
  /** Relies on the one row and changes the other. */
  readonly part: (bucket: number, own: Name, other: Name) => Part;
}

const RIVALRIES: readonly Rivalry[] = [
  {
    title: 'what the other changes',
    before: (bucket) => [
      put(hostsTable, row(bucket, 'a', false)),
      put(hostsTable, row(bucket, 'b', false)),
    ],
    part: (bucket, own, other) => ({
      writes: [put(hostsTable, row(bucket, own, true))],
      conditions: [matches(hostsTable, key(bucket, other), { isBlocked: false })],
    }),
  },
  {
    title: 'the absence of what the other inserts',
    before: () => [],
    part: (bucket, own, other) => ({
      writes: [insert(hostsTable, row(bucket, own, true))],
      conditions: [absent(hostsTable, key(bucket, other))],
    }),
  },
  {
    title: 'the presence of what the other removes',
    before: (bucket) => [
      put(hostsTable, row(bucket, 'a', false)),
      put(hostsTable, row(bucket, 'b', false)),
    ],
    part: (bucket, own, other) => ({
      writes: [remove(hostsTable, key(bucket, own))],
      conditions: [present(hostsTable, key(bucket, other))],
    }),
  },
  {
    title: 'what the other changes, while both also write it as it was',
    before: (bucket) => [
      put(hostsTable, row(bucket, 'a', false)),
      put(hostsTable, row(bucket, 'b', false)),
    ],
    part: (bucket, own, other) => ({
      writes: [put(hostsTable, row(bucket, own, true)), put(hostsTable, row(bucket, other, false))],
      conditions: [matches(hostsTable, key(bucket, other), { isBlocked: false })],
    }),
  },
  {
    title: 'the absence of what the other inserts, while both also remove it',
    before: () => [],
    part: (bucket, own, other) => ({
      writes: [insert(hostsTable, row(bucket, own, true)), remove(hostsTable, key(bucket, other))],
      conditions: [absent(hostsTable, key(bucket, other))],
    }),
  },
];

export function rivals(engine: Engine): void {
  describe(`two parts at once on ${engine.name}`, () => {
    it.each(RIVALRIES)(
      'of which each relies on $title: exactly one passes',
      async (rivalry) => {
        await using place = await engine.newPlace();
        const stores = [await place.open([hostsTable]), await place.open([hostsTable])] as const;
        for (let bucket = 0; bucket < ROUNDS; bucket += 1) {
          const before = rivalry.before(bucket);
          // Somebody relied on the rows before: whatever an engine notes about that must not make this round pass.
          const looked =
            before.length === 0
              ? []
              : [present(hostsTable, key(bucket, 'a')), present(hostsTable, key(bucket, 'b'))];
          await stores[0].write([{ writes: before }, { writes: [], conditions: looked }]);
          const answers = await Promise.all([
            stores[0].write([rivalry.part(bucket, 'a', 'b')]),
            stores[1].write([rivalry.part(bucket, 'b', 'a')]),
          ]);
          const outcomes = answers.flat().map(({ outcome }) => outcome);
          expect(outcomes.toSorted()).toEqual(['applied', 'refused']);
        }
      },
      60_000,
    );

    it('that insert the same row: exactly one passes', async () => {
      await using place = await engine.newPlace();
      const stores = [await place.open([hostsTable]), await place.open([hostsTable])] as const;
      for (let bucket = 0; bucket < ROUNDS; bucket += 1) {
        const answers = await Promise.all(
          stores.map((store) => store.write([{ writes: [insert(hostsTable, key(bucket, 'a'))] }])),
        );
        const outcomes = answers.flat().map(({ outcome }) => outcome);
        expect(outcomes.toSorted()).toEqual(['applied', 'refused']);
      }
    });

    it('lose no count when eight callers add to it', async () => {
      await using place = await engine.newPlace();
      const store = await place.open([bucketsTable, hostsTable]);
      const caller = async () => {
        for (let turn = 0; turn < 5; turn += 1) await addOne(store, 1);
      };
      await Promise.all(Array.from({ length: 8 }, caller));
      expect(await store.get(bucketsTable, { bucket: 1 })).toEqual({ bucket: 1, leases: 40 });
      const count = { bucket: 1, host: 'count' };
      expect(await store.get(hostsTable, count)).toEqual({ ...count, nextAllowedMs: 40 });
    });
  });
}
