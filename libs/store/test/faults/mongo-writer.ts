import { systemClock } from '@mayfly/clock';
import { openMongoStore } from '@mayfly/store';
import { CHAIN_TABLES } from './chain-table.ts';
import { writeChains } from './write-chains.ts';

// Writes into the database it is given until it is killed.
const [url, database] = process.argv.slice(2) as [string, string];
const store = await openMongoStore({
  ...{ url, database, tables: CHAIN_TABLES, prepare: false, timeoutMs: 5_000 },
  clock: systemClock,
  random: Math.random,
});
await writeChains(store, (line) => process.stdout.write(`${line}\n`));
