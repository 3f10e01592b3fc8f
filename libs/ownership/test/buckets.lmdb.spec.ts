import { describe, expect, it } from '@jest/globals';
import { put } from '@mayfly/store';
import { collectLog } from '@mayfly/telemetry/testing';
import { BUCKETS, LOOK_MS, place, TTL_MS } from './support/place.ts';
import { fencesHold, owners, type Replica, replicas as replicasTable } from './support/replicas.ts';

collectLog();

const sizes = (...replicas: Replica[]) => replicas.map(({ served }) => served.size);

describe('buckets of one replica', () => {
  it('are all of them, each with a fence that holds', async () => {
    await using at = await place();
    const a = await at.start('a');
    expect(a.served.size).toBe(BUCKETS);
    expect(await fencesHold(at.store, a.served.values())).not.toContain(false);
    expect(a.ownership.ownerOf(3)).toEqual({
      ...{ replica: a.ownership.replica, address: 'a:1', epoch: 1 },
    });
    expect([...a.ownership.owned().keys()].sort((x, y) => x - y)).toEqual(
      Array.from({ length: BUCKETS }, (_, bucket) => bucket),
    );
  });

  it('are taken at once from whoever had them where nobody else can have the data open', async () => {
    await using at = await place();
    const a = await at.start('a');
    const b = await at.start('b', { exclusive: true });
    expect(b.served.size).toBe(BUCKETS);
    expect(await fencesHold(at.store, a.gains)).not.toContain(true);
  });

  it('are taken again when a fence refused, by an owner that is alone', async () => {
    await using at = await place();
    const a = await at.start('a', { exclusive: true });
    a.ownership.lost(4);
    expect(a.served.has(4)).toBe(false);
    expect(() => a.ownership.fence(4)).toThrow('bucket 4');
    await at.pass(100);
    expect(a.served.get(4)?.epoch).toBe(2);
  });

  it('are more than one page of rows', async () => {
    await using at = await place(1_500);
    const a = await at.start('a');
    expect(a.served.size).toBe(1_500);
    await at.pass(LOOK_MS * 2);
    expect(a.served.size).toBe(1_500);
  });
});

describe('buckets of several replicas', () => {
  it('are shared evenly when one joins, each given up before another has it', async () => {
    await using at = await place();
    const a = await at.start('a');
    const b = await at.start('b');
    await at.pass(12 * LOOK_MS);
    expect(sizes(a, b)).toEqual([15, 15]);
    const c = await at.start('c');
    await at.pass(12 * LOOK_MS);
    expect(sizes(a, b, c)).toEqual([10, 10, 10]);
    const moved = c.gains.map(({ bucket }) => bucket);
    expect([...a.givenUp, ...b.givenUp]).toEqual(expect.arrayContaining(moved));
    expect(a.ownership.ownerOf(moved[0]!)).toMatchObject({ address: 'c:1' });
  });

  it('stay where they are once they are shared', async () => {
    await using at = await place();
    const all = [await at.start('a'), await at.start('b'), await at.start('c')];
    await at.pass(20 * LOOK_MS);
    const before = all.map(({ gains }) => gains.length);
    await at.pass(30 * LOOK_MS);
    expect(all.map(({ gains }) => gains.length)).toEqual(before);
  });

  it('are won by one each when two start at the same time', async () => {
    await using at = await place();
    const [a, b] = await Promise.all([at.start('a'), at.start('b')]);
    const both = [...a.gains, ...b.gains].map(({ bucket, epoch }) => `${bucket} ${epoch}`);
    expect(new Set(both).size).toBe(both.length);
    await at.pass(12 * LOOK_MS);
    expect(sizes(a, b)).toEqual([15, 15]);
  });

  it('are taken by others within two looks after a goodbye', async () => {
    await using at = await place();
    const a = await at.start('a');
    const b = await at.start('b');
    await at.pass(12 * LOOK_MS);
    await b.ownership.release();
    await at.pass(2 * LOOK_MS);
    expect(sizes(a)).toEqual([BUCKETS]);
    expect((await at.store.page(replicasTable, { limit: 10 })).rows).toHaveLength(1);
  });

  it('are taken from one that is dead after its time to live, and not before', async () => {
    await using at = await place();
    const a = await at.start('a');
    const b = await at.start('b');
    await at.pass(12 * LOOK_MS);
    b.machine.freeze();
    await at.pass(TTL_MS - 1_500);
    expect(sizes(a)).toEqual([15]);
    expect(a.ownership.ownerOf([...b.served.keys()][0]!)).toMatchObject({ address: 'b:1' });
    await at.pass(1_500 + 3 * LOOK_MS);
    expect(sizes(a)).toEqual([BUCKETS]);
  });

  it('refuse the writes of one that was frozen and wakes, which drops them and joins anew', async () => {
    await using at = await place();
    const a = await at.start('a');
    const b = await at.start('b');
    await at.pass(12 * LOOK_MS);
    const [old, id] = [[...b.served.values()], b.ownership.replica];
    b.machine.freeze();
    await at.pass(TTL_MS + 3 * LOOK_MS);
    expect(await fencesHold(at.store, old)).not.toContain(true);
    expect(b.served.size).toBe(15);
    b.machine.thaw();
    await at.pass(200);
    expect(b.served.size).toBe(0);
    await at.pass(15 * LOOK_MS);
    expect(sizes(a, b)).toEqual([15, 15]);
    expect(b.ownership.replica).not.toBe(id);
    expect(await fencesHold(at.store, old)).not.toContain(true);
  });

  it('are lost one by one when another took them from a replica that lives', async () => {
    await using at = await place();
    const a = await at.start('a');
    const row = { bucket: 7, epoch: 40, replica: 'somebody', address: '' };
    await at.store.write([{ writes: [put(owners, row)] }]);
    await at.pass(LOOK_MS);
    // Somebody is no replica, so that it is taken back at once.
    expect(a.served.get(7)?.epoch).toBe(41);
    expect(a.gains).toHaveLength(BUCKETS + 1);
  });
});
