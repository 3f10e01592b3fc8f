// A replica as a process of its own, that writes all the time to the buckets it believes to own.
import { systemClock } from '@mayfly/clock';
import {
  defineBucketOwners,
  defineReplicas,
  type GainedBucket,
  ownBuckets,
} from '@mayfly/ownership';
import { openMongoStore, put } from '@mayfly/store';
import { logOf } from '@mayfly/telemetry';
import { notes } from '../support/notes-table.ts';

const [url = '', database = '', buckets = '', ttlMs = '', lookMs = ''] = process.argv.slice(2);
const timing = { clock: systemClock, random: Math.random };
const owners = defineBucketOwners('bucketOwners');
const replicas = defineReplicas('bucketReplicas');
const store = await openMongoStore({
  ...{ url, database, tables: [owners, replicas, notes], prepare: false, ...timing },
});
const served = new Map<number, GainedBucket>();
const forget = (some: readonly number[]) => {
  for (const bucket of some) served.delete(bucket);
};
const say = (line: string) => process.stdout.write(`${line}\n`);

const ownership = await ownBuckets({
  ...{ store, owners, replicas, buckets: Number(buckets), instance: 'process', address: '' },
  ...{ exclusive: false, log: logOf('owner'), ...timing },
  ...{ ttlMs: Number(ttlMs), lookMs: Number(lookMs) },
  gained: (some) => {
    for (const one of some) served.set(one.bucket, one);
  },
  giveUp: async (some) => forget(some),
  lost: (some) => {
    forget(some);
    say(`lost ${some.length}`);
  },
});

/** Several at a time, so that a kill finds some of them in the middle. */
async function writeOn(): Promise<never> {
  for (;;) {
    const all = [...served.values()];
    const one = all[Math.floor(Math.random() * all.length)];
    if (one === undefined) {
      await systemClock.sleep(10);
      continue;
    }
    const writes = [put(notes, { bucket: one.bucket, note: 'process' })];
    const [answer] = await store.write([{ writes, conditions: [one.fence] }]);
    if (answer?.outcome !== 'refused') continue;
    say(`refused ${one.bucket}`);
    if (served.get(one.bucket) === one) ownership.lost(one.bucket);
  }
}

say('owns');
await Promise.all(Array.from({ length: 4 }, writeOn));
