import { systemClock } from '@mayfly/clock';
import { openDataFolder } from '@mayfly/data-folder';
import { defineOwners, takeOwnership } from '@mayfly/ownership';
import { defineTable, number, openLmdbStore, put, text } from '@mayfly/store';
import { logOf } from '@mayfly/telemetry';

const owners = defineOwners('exampleOwners');
const hosts = defineTable({
  name: 'exampleHosts',
  format: 1,
  columns: { bucket: number(), host: text() },
  key: ['bucket', 'host'],
  partition: 1,
});

export async function example(path: string) {
  const folder = await openDataFolder(path);
  const store = await openLmdbStore({ folder, tables: [owners, hosts] });
  const around = {
    store,
    table: owners,
    buckets: 4,
    exclusive: true,
    clock: systemClock,
    log: logOf('example'),
  };

  const first = await takeOwnership({ ...around, instance: 'first' });
  const second = await takeOwnership({ ...around, instance: 'second' });
  const writes = [put(hosts, { bucket: 3, host: 'a.test' })];
  const answers = await store.write([
    { writes, conditions: [first.fence(3)] },
    { writes, conditions: [second.fence(3)] },
  ]);
  await second.release();
  await first.release();
  await store.close();
  await folder.close();
  return answers.map(({ outcome }) => outcome);
}
