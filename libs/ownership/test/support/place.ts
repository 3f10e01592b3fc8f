import { openDataFolder } from '@mayfly/data-folder';
import type { BucketOptions } from '@mayfly/ownership';
import { openLmdbStore } from '@mayfly/store';
import { FakeClock, seededRandom, temporaryFolder } from '@mayfly/testing';
import { BUCKET_TABLES, pass, type Replica, startReplica } from './replicas.ts';

export const BUCKETS = 30;
export const TTL_MS = 6_000;
export const LOOK_MS = 1_000;

/** A store of the real engine on which several replicas run in one process, by one clock that is turned by hand. */
export async function place(buckets = BUCKETS, random = seededRandom(1)) {
  const folder = await temporaryFolder();
  const data = await openDataFolder(folder.path);
  const store = await openLmdbStore({ folder: data, tables: BUCKET_TABLES });
  const clock = new FakeClock();
  const replicas: Replica[] = [];
  const start = async (name: string, over: Partial<BucketOptions> = {}) => {
    const replica = await startReplica(name, { store, clock, random, buckets }, over);
    replicas.push(replica);
    return replica;
  };
  return {
    ...{ store, clock, start, replicas },
    pass: (ms: number) => pass(clock, ms, () => replicas.map(({ machine }) => machine)),
    [Symbol.asyncDispose]: async () => {
      for (const { machine, ownership } of replicas) {
        machine.thaw();
        machine.storeIs = 'there';
        await ownership.release();
      }
      await store.close();
      await data.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}
