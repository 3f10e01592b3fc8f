import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { systemClock } from '@mayfly/clock';
import type { BucketOptions } from '@mayfly/ownership';
import { startMongo } from '@mayfly/stack';
import { openMongoStore, put, type Store } from '@mayfly/store';
import { collectLog } from '@mayfly/telemetry/testing';
import { eventually, startProcess } from '@mayfly/testing';
import { fileURLToPath } from 'node:url';
import { MongoClient } from 'mongodb';
import { notes } from './support/notes-table.ts';
import { BUCKET_TABLES, fencesHold, type Replica, startReplica } from './support/replicas.ts';

collectLog();
const BUCKETS = 1_024;
/** Shorter than in earnest, so that the tests are. */
const TIMES = { ttlMs: 3_000, lookMs: 300 };
const WITHIN_MS = 60_000;

let server: { readonly url: string; readonly stop: () => Promise<void> };
beforeAll(async () => {
  const url = process.env.MAYFLY_TEST_MONGO_URL;
  server = url === undefined ? await startMongo({ nodes: 1 }) : { url, stop: async () => {} };
});
afterAll(() => server.stop());

/** Each replica has connections of its own, as processes have. */
async function place() {
  const database = `test-${randomUUID()}`;
  const stores: Store[] = [];
  const replicas: Replica[] = [];
  const open = async () => {
    const store = await openMongoStore({
      ...{ url: server.url, database, tables: [...BUCKET_TABLES, notes], prepare: true },
      ...{ clock: systemClock, random: Math.random },
    });
    stores.push(store);
    return store;
  };
  const start = async (name: string, over: Partial<BucketOptions> = {}) => {
    const around = { store: await open(), clock: systemClock, random: Math.random };
    const replica = await startReplica(
      name,
      { ...around, buckets: BUCKETS },
      { ...TIMES, ...over },
    );
    replicas.push(replica);
    return replica;
  };
  const store = await open();
  return {
    ...{ store, start, replicas, database },
    [Symbol.asyncDispose]: async () => {
      for (const { machine } of replicas) machine.thaw();
      await Promise.all(replicas.map(({ ownership }) => ownership.release()));
      for (const each of stores) await each.close();
      const client = new MongoClient(server.url);
      await client.db(database).dropDatabase();
      await client.close();
    },
  };
}

const shared = (replicas: readonly Replica[], sizes: readonly number[]) =>
  eventually(() => expect(replicas.map(({ served }) => served.size)).toEqual(sizes), {
    what: `shares of ${sizes.join(', ')}`,
    withinMs: WITHIN_MS,
  });

const write = async (store: Store, replica: Replica, bucket: number) => {
  const { fence } = replica.gains.findLast((gain) => gain.bucket === bucket)!;
  const writes = [put(notes, { bucket, note: replica.name })];
  const [answer] = await store.write([{ writes, conditions: [fence] }]);
  return answer?.outcome;
};

describe('1,024 buckets on MongoDB', () => {
  it('are shared by three that start at the same time, and by two when one stops', async () => {
    await using at = await place();
    const all = await Promise.all([at.start('a'), at.start('b'), at.start('c')]);
    await eventually(
      () => {
        const sizes = all.map(({ served }) => served.size).sort();
        expect(sizes).toEqual([341, 341, 342]);
      },
      { what: 'even shares', withinMs: WITHIN_MS },
    );
    const gains = all.flatMap((replica) => replica.gains);
    const names = gains.map(({ bucket, epoch }) => `${bucket} ${epoch}`);
    expect(new Set(names).size).toBe(names.length);
    const [a, b, c] = all;
    await c.ownership.release();
    await shared([a, b], [512, 512]);
    expect(await fencesHold(at.store, c.gains)).not.toContain(true);
  });

  it('refuse an owner that was frozen, replaced and woken', async () => {
    await using at = await place();
    const a = await at.start('a');
    const b = await at.start('b');
    await shared([a, b], [512, 512]);
    const bucket = [...a.served.keys()][0]!;
    expect(await write(at.store, a, bucket)).toBe('applied');
    a.machine.freeze();
    await shared([b], [BUCKETS]);
    expect(await write(at.store, b, bucket)).toBe('applied');
    expect(await write(at.store, a, bucket)).toBe('refused');
    a.machine.thaw();
    await eventually(() => expect(a.gains.length).toBeGreaterThan(BUCKETS), {
      what: 'the one that woke to join anew',
      withinMs: WITHIN_MS,
    });
    await shared([a, b], [512, 512]);
    const rows = await at.store.getMany(notes, [{ bucket }]);
    expect(rows).toEqual([{ bucket, note: 'b' }]);
  });

  it('keep out a write that began before its bucket was taken', async () => {
    await using at = await place();
    const a = await at.start('a');
    const [bucket] = a.served.keys();
    // What it has under way goes on, and it sees nothing of what happens.
    a.machine.freeze();
    const outcomes: (string | undefined)[] = [];
    let isOver = false;
    const writing = (async () => {
      while (!isOver) outcomes.push(await write(at.store, a, bucket!));
    })();
    // Whoever believes itself alone takes everything, while the owner goes on writing.
    const b = await at.start('b', { exclusive: true });
    await eventually(() => outcomes.at(-1) === 'refused', { what: 'the fence to hold' });
    isOver = true;
    await writing;
    const firstRefused = outcomes.indexOf('refused');
    expect(outcomes.slice(firstRefused)).not.toContain('applied');
    expect(await write(at.store, b, bucket!)).toBe('applied');
    expect(await at.store.get(notes, { bucket: bucket! })).toEqual({ bucket, note: 'b' });
  });
});

describe('an owner that is a process', () => {
  async function withProcess() {
    const at = await place();
    const a = await at.start('a');
    const owner = startProcess({
      name: 'owner',
      file: fileURLToPath(new URL('programs/owner.ts', import.meta.url)),
      args: [server.url, at.database, BUCKETS, TIMES.ttlMs, TIMES.lookMs].map(String),
    });
    await owner.waitForLine('owns', { withinMs: WITHIN_MS });
    await shared([a], [512]);
    return { ...at, a, owner };
  }

  it('is refused after it was stopped by SIGSTOP and replaced, and has its share again later', async () => {
    await using at = await withProcess();
    await using _ = { [Symbol.asyncDispose]: async () => void (await at.owner.kill9()) };
    at.owner.signal('SIGSTOP');
    await shared([at.a], [BUCKETS]);
    expect(await fencesHold(at.store, at.a.served.values())).not.toContain(false);
    at.owner.signal('SIGCONT');
    await at.owner.waitForLine(/^lost \d+|^refused/, { withinMs: WITHIN_MS });
    await shared([at.a], [512]);
  });

  it('is replaced when it is killed', async () => {
    await using at = await withProcess();
    await at.owner.kill9();
    await shared([at.a], [BUCKETS]);
  });
});
