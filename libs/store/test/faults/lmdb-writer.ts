import { openDataFolder } from '@mayfly/data-folder';
import { openLmdbStore } from '../../src/lmdb/open-lmdb-store.ts';
import { CHAIN_TABLES } from './chain-table.ts';
import { writeChains } from './write-chains.ts';

// Writes into the folder it is given until it is killed.
const folder = await openDataFolder(process.argv[2]!);
const store = await openLmdbStore({ folder, tables: CHAIN_TABLES });
await writeChains(store, (line) => process.stdout.write(`${line}\n`));
