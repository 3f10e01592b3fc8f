import { systemClock } from '@mayfly/clock';
import { openMongoStore } from '@mayfly/store';
import { addOne } from '../conformance/add-one.ts';
import { bucketsTable, hostsTable } from '../conformance/sample-tables.ts';

// Adds to one count as often as it is told, against others that do the same.
const [url, database, times] = process.argv.slice(2) as [string, string, string];
const store = await openMongoStore({
  ...{ url, database, tables: [bucketsTable, hostsTable], prepare: false },
  clock: systemClock,
  random: Math.random,
});
for (let turn = 0; turn < Number(times); turn += 1) await addOne(store, 1);
await store.close();
