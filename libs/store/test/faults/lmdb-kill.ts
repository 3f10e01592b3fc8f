import { setTimeout as delay } from 'node:timers/promises';
import { openDataFolder } from '@mayfly/data-folder';
import { openLmdbStore } from '@mayfly/store';
import { startProcess } from '@mayfly/testing';
import { acknowledgedBy } from './acknowledged.ts';
import { CHAIN_TABLES, type ChainState, checkChains } from './chain-table.ts';

const LONGEST_LIFE_MS = 120;

/** A real process writes into the folder and is killed at some moment; then everything it said is checked. */
export async function killOneWriter(
  folder: string,
  random: () => number,
): Promise<ChainState & { readonly acknowledged: number }> {
  const file = new URL('./lmdb-writer.ts', import.meta.url).pathname;
  await using writer = startProcess({ name: 'writer', file, args: [folder] });
  await writer.waitForLine('acknowledged', { withinMs: 60_000 });
  await delay(random() * LONGEST_LIFE_MS);
  await writer.kill9();
  const { last, count } = acknowledgedBy(writer);
  const opened = await openDataFolder(folder);
  const store = await openLmdbStore({ folder: opened, tables: CHAIN_TABLES });
  const state = await checkChains(store, last);
  await store.close();
  await opened.close();
  return { ...state, acknowledged: count };
}
