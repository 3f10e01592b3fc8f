import { describe, expect, it } from '@jest/globals';
import { remove, type Selection, type Store, type Table } from '@mayfly/store';
import { testSeed } from '@mayfly/testing';
import { scanPages } from '../../src/port/scan.ts';
import fc from 'fast-check';
import type { Engine, StorePlace } from './engine.ts';
import { StoreModel } from './model.ts';
import { type Command, commands, oddsTable, pairsTable, singlesTable } from './random-commands.ts';

const TABLES: readonly Table[] = [pairsTable, oddsTable, singlesTable];

export function properties(engine: Engine, { runs }: { runs: number }): void {
  describe(`random commands on ${engine.name}`, () => {
    const seed = testSeed();
    it(`end as the model says (seed ${seed})`, async () => {
      await using place = await engine.newPlace();
      await fc.assert(
        fc.asyncProperty(commands, async (some) => {
          await empty(await place.open(TABLES));
          await compare(place, some);
        }),
        { seed, numRuns: runs, endOnFailure: false },
      );
    }, 300_000);
  });
}

async function compare(place: StorePlace, some: readonly Command[]): Promise<void> {
  const model = new StoreModel();
  let store = await reopened(place);
  for (const command of some) {
    switch (command.kind) {
      case 'reopen':
        store = await reopened(place);
        break;
      case 'write':
        expect(await store.write(command.parts)).toEqual(model.write(command.parts));
        break;
      case 'read': {
        const rows = await store.getMany(command.table, command.keys as never[]);
        expect(rows).toEqual(command.keys.map((key) => model.get(command.table, key)));
        break;
      }
      case 'walk': {
        const { table, selection } = command;
        const rows = model.select(table, selection);
        expect(await walk(store, table, selection)).toEqual(rows);
        const { index } = selection;
        if (index === undefined) break;
        const columns = new Set([...table.key, ...table.indexes[index]!]);
        const inPlace = (row: object) =>
          Object.fromEntries(Object.entries(row).filter(([name]) => columns.has(name)));
        const places = await walkPlaces(store, table, { ...selection, index });
        expect(places).toEqual(rows.map((row) => inPlace(row as object)));
        break;
      }
    }
  }
  for (const table of TABLES) {
    expect(await walk(store, table, { limit: 1_000 })).toEqual(model.select(table, {}));
    for (const index of Object.keys(table.indexes)) {
      const all = await walk(store, table, { index, limit: 1_000 });
      expect(all).toEqual(model.select(table, { index }));
    }
  }
}

async function reopened(place: StorePlace): Promise<Store> {
  await place.shutDown();
  return place.open(TABLES);
}

async function walk(store: Store, table: Table, selection: Selection): Promise<unknown[]> {
  const seen: unknown[] = [];
  for await (const rows of store.scan(table, selection)) seen.push(...rows);
  return seen;
}

async function walkPlaces(
  store: Store,
  table: Table,
  selection: Selection & { readonly index: string },
): Promise<unknown[]> {
  const seen: unknown[] = [];
  for await (const rows of scanPages(selection, (next) =>
    store.places(table, { ...next, index: selection.index }),
  )) {
    seen.push(...rows);
  }
  return seen;
}

async function empty(store: Store): Promise<void> {
  for (const table of TABLES) {
    for await (const rows of store.scan(table, { limit: 1_000 })) {
      const keys = rows.map((row) =>
        Object.fromEntries(table.key.map((name) => [name, (row as Record<string, unknown>)[name]])),
      );
      await store.write(keys.map((key) => ({ writes: [remove(table, key as never)] })));
    }
  }
}
