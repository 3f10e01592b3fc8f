import { describe, expect, it } from '@jest/globals';
import { put } from '@mayfly/store';
import { collectLog } from '@mayfly/telemetry/testing';
import { BUCKETS, LOOK_MS, place, TTL_MS } from './support/place.ts';
import { fencesHold, type Replica, replicas as replicasTable } from './support/replicas.ts';

collectLog();

async function two() {
  const at = await place();
  const [a, b] = [await at.start('a'), await at.start('b')];
  await at.pass(12 * LOOK_MS);
  expect(sizes(a, b)).toEqual([15, 15]);
  return { ...at, a, b };
}

const sizes = (...replicas: Replica[]) => replicas.map(({ served }) => served.size);

describe('an outage of the store', () => {
  it('of less than half the time to live changes nothing', async () => {
    await using at = await two();
    for (const { machine } of [at.a, at.b]) machine.storeIs = 'away';
    await at.pass(TTL_MS / 2 - 1_500);
    for (const { machine } of [at.a, at.b]) machine.storeIs = 'there';
    await at.pass(10 * LOOK_MS);
    expect([at.a, at.b].map(({ gains }) => new Set(gains).size)).toEqual([BUCKETS, 15]);
  });

  it('of a minute is waited out: all buckets are dropped, and shared again when it is over', async () => {
    await using at = await two();
    for (const { machine } of [at.a, at.b]) machine.storeIs = 'away';
    await at.pass(TTL_MS);
    expect(sizes(at.a, at.b)).toEqual([0, 0]);
    await at.pass(60_000);
    for (const { machine } of [at.a, at.b]) machine.storeIs = 'there';
    await at.pass(TTL_MS + 4 * LOOK_MS);
    expect(at.a.served.size + at.b.served.size).toBe(BUCKETS);
    await at.pass(10 * LOOK_MS);
    expect(sizes(at.a, at.b)).toEqual([15, 15]);
    expect((await at.store.page(replicasTable, { limit: 10 })).rows).toHaveLength(2);
  });

  it('that only one replica sees leaves its buckets to the others', async () => {
    await using at = await two();
    at.b.machine.storeIs = 'away';
    await at.pass(TTL_MS);
    expect(sizes(at.a, at.b)).toEqual([15, 0]);
    await at.pass(TTL_MS);
    expect(sizes(at.a, at.b)).toEqual([BUCKETS, 0]);
  });
});

describe('a write whose answer is lost', () => {
  it('is not believed when it takes buckets; they are taken once more', async () => {
    await using at = await place();
    const a = await at.start('a');
    const b = await at.start('b');
    b.machine.storeIs = 'deaf';
    await at.pass(TTL_MS / 2 - 500);
    b.machine.storeIs = 'there';
    await at.pass(14 * LOOK_MS);
    expect(sizes(a, b)).toEqual([15, 15]);
    const all = [...a.gains, ...b.gains].map(({ bucket, epoch }) => `${bucket} ${epoch}`);
    expect(new Set(all).size).toBe(all.length);
    expect(await fencesHold(at.store, b.served.values())).not.toContain(false);
  });

  it('is repeated when it hands buckets over', async () => {
    await using at = await place();
    const a = await at.start('a');
    const b = await at.start('b');
    a.machine.storeIs = 'deaf';
    await at.pass(2_500);
    expect(a.givenUp.length).toBeGreaterThan(0);
    a.machine.storeIs = 'there';
    await at.pass(14 * LOOK_MS);
    expect(sizes(a, b)).toEqual([15, 15]);
  });
});

describe('a hand-over', () => {
  it('waits until nothing is under way, and the buckets are ours as long', async () => {
    await using at = await place();
    const done = Promise.withResolvers<void>();
    const asked: number[] = [];
    const a = await at.start('a', {
      giveUp: async (buckets) => {
        asked.push(...buckets);
        await done.promise;
      },
    });
    const b = await at.start('b');
    await at.pass(4 * LOOK_MS);
    expect(asked).toHaveLength(3);
    expect(b.served.size).toBe(0);
    const held = asked.map((bucket) => a.served.get(bucket)!);
    expect(await fencesHold(at.store, held)).not.toContain(false);
    done.resolve();
    await at.pass(2 * LOOK_MS);
    expect(await fencesHold(at.store, held)).not.toContain(true);
    expect(b.gains.length).toBeGreaterThanOrEqual(3);
  });

  it('goes on without a service that never lets go, whose writes are refused then', async () => {
    await using at = await place();
    const never = Promise.withResolvers<void>();
    const a = await at.start('a', { giveUp: () => never.promise });
    const b = await at.start('b');
    await at.pass(2 * TTL_MS + 4 * LOOK_MS);
    expect(b.served.size).toBeGreaterThan(0);
    const moved = a.gains.filter(({ bucket }) => b.served.has(bucket));
    expect(await fencesHold(at.store, moved)).not.toContain(true);
    never.resolve();
  });

  it('of one that is taken for dead meanwhile ends with what the other took', async () => {
    await using at = await place();
    const done = Promise.withResolvers<void>();
    const a = await at.start('a', { giveUp: () => done.promise });
    const b = await at.start('b');
    await at.pass(2_500);
    a.machine.freeze();
    await at.pass(TTL_MS + 3 * LOOK_MS);
    expect(b.served.size).toBe(BUCKETS);
    done.resolve();
    a.machine.thaw();
    await at.pass(20 * LOOK_MS);
    expect(sizes(a, b)).toEqual([15, 15]);
    expect(await fencesHold(at.store, b.served.values())).not.toContain(false);
  });
});

describe('a service', () => {
  it('that cannot serve what it gained gives it back', async () => {
    await using at = await place();
    const a = await at.start('a');
    let isBroken = true;
    const b = await at.start('b', {
      gained: async () => {
        if (isBroken) throw new Error('as the test wants');
      },
    });
    await at.pass(3_000);
    expect(b.ownership.owned().size).toBe(0);
    isBroken = false;
    await at.pass(14 * LOOK_MS);
    expect([a.served.size, b.ownership.owned().size]).toEqual([15, 15]);
  });
});

describe('moments of disagreement', () => {
  it('about who lives hand nothing over before they have lasted', async () => {
    await using at = await two();
    const ghost = { replica: 'ghost', address: '', beat: 1 };
    await at.store.write([{ writes: [put(replicasTable, ghost)] }]);
    await at.pass(LOOK_MS);
    expect(sizes(at.a, at.b)).toEqual([15, 15]);
  });

  it('about a replica that lives and takes nothing cost a little only, once', async () => {
    await using at = await two();
    for (let beat = 0; beat < 30; beat += 1) {
      const ghost = { replica: 'ghost', address: '', beat };
      await at.store.write([{ writes: [put(replicasTable, ghost)] }]);
      await at.pass(LOOK_MS);
    }
    const [a, b] = sizes(at.a, at.b) as [number, number];
    expect(a + b).toBeGreaterThanOrEqual(20);
    await at.pass(TTL_MS + 4 * LOOK_MS);
    expect(sizes(at.a, at.b)).toEqual([15, 15]);
  });

  it('leave no rows of replicas that never come back', async () => {
    await using at = await two();
    at.b.machine.freeze();
    await at.pass(20 * TTL_MS + 8 * LOOK_MS);
    expect((await at.store.page(replicasTable, { limit: 10 })).rows).toHaveLength(1);
    at.b.machine.thaw();
    await at.pass(15 * LOOK_MS);
    expect(sizes(at.a, at.b)).toEqual([15, 15]);
  });

  it('of the wall clock mean nothing', async () => {
    await using at = await two();
    at.clock.jump(3_600_000);
    await at.pass(2 * LOOK_MS);
    at.clock.jump(-7_200_000);
    await at.pass(2 * LOOK_MS);
    expect(at.b.gains).toHaveLength(15);
  });
});
