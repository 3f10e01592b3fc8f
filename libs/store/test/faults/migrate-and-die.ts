import { systemClock } from '@mayfly/clock';
import { openDataFolder } from '@mayfly/data-folder';
import { openLmdbStore, openMongoStore } from '@mayfly/store';
import { itemsV2 } from '../conformance/versioned-tables.ts';

// Begins a migration and kills itself when it has come to so many rows.
const [limit, engine, address, database] = process.argv.slice(2) as [
  string,
  string,
  string,
  string,
];
let rows = 0;
const table = itemsV2(() => {
  rows += 1;
  if (rows === Number(limit)) process.kill(process.pid, 'SIGKILL');
});
if (engine === 'lmdb') {
  await openLmdbStore({ folder: await openDataFolder(address), tables: [table] });
} else {
  const timing = { clock: systemClock, random: Math.random };
  await openMongoStore({ url: address, database, tables: [table], prepare: true, ...timing });
}
