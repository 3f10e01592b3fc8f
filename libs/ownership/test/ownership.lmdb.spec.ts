import { describe, expect, it } from '@jest/globals';
import { openDataFolder } from '@mayfly/data-folder';
import { openLmdbStore, put, type Store } from '@mayfly/store';
import { log } from '@mayfly/telemetry';
import { collectLog } from '@mayfly/telemetry/testing';
import { eventually, FakeClock, temporaryFolder } from '@mayfly/testing';
import { defineOwners, type Ownership, takeOwnership } from '@mayfly/ownership';

collectLog();
const table = defineOwners('owners');

async function place() {
  const folder = await temporaryFolder();
  const data = await openDataFolder(folder.path);
  const store = await openLmdbStore({ folder: data, tables: [table] });
  const clock = new FakeClock();
  const take = (instance: string, over: Partial<Parameters<typeof takeOwnership>[0]> = {}) =>
    takeOwnership({ store, table, buckets: 3, instance, exclusive: false, clock, log, ...over });
  return {
    ...{ store, clock, take },
    [Symbol.asyncDispose]: async () => {
      await store.close();
      await data.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}

/** Turns the clock until the promise is settled. */
async function turned<T>(clock: FakeClock, promise: Promise<T>): Promise<T> {
  let isSettled = false;
  const settle = () => void (isSettled = true);
  promise.then(settle, settle);
  await eventually(
    async () => {
      await clock.advance(500);
      return isSettled;
    },
    { what: 'the promise to settle', everyMs: 1 },
  );
  return promise;
}

/** The store with another `write`. */
const withWrite = (store: Store, write: Store['write']): Store => ({
  get: (of, key) => store.get(of, key),
  getMany: (of, keys) => store.getMany(of, keys),
  write,
  page: (of, selection) => store.page(of, selection),
  places: (of, selection) => store.places(of, selection),
  scan: (of, selection) => store.scan(of, selection),
  isReady: () => store.isReady(),
  close: () => store.close(),
});

const fencesHold = async (store: Store, owner: Ownership) => {
  const parts = [0, 1, 2].map((bucket) => ({
    writes: [],
    conditions: [owner.fence(bucket)],
  }));
  return (await store.write(parts)).map(({ outcome }) => outcome);
};

describe('takeOwnership', () => {
  it('is given at once where nobody owned the tables, and after a goodbye', async () => {
    await using at = await place();
    const first = await at.take('one');
    expect(await fencesHold(at.store, first)).toEqual(['applied', 'applied', 'applied']);
    await first.release();
    const second = await at.take('two');
    expect(second.epoch).toBe(first.epoch + 1);
    expect(await fencesHold(at.store, first)).toEqual(['refused', 'refused', 'refused']);
    await second.release();
  });

  it('is refused while the owner lives, and says who that is', async () => {
    await using at = await place();
    const first = await at.take('the-one-that-lives');
    const second = turned(at.clock, at.take('two'));
    await expect(second).rejects.toMatchObject({
      code: 'STORE_IN_USE',
      message: expect.stringContaining('the-one-that-lives') as unknown,
    });
    expect(first.lost.aborted).toBe(false);
    await first.release();
  });

  it('tries again when a transaction of the owner before holds the tables, also behind our back', async () => {
    await using at = await place();
    await at.take('killed', { clock: new FakeClock() });
    const cause = new Error('no answer in time');
    let inDoubt = 2;
    const doubtful = withWrite(at.store, async (parts) => {
      if (inDoubt === 0) return at.store.write(parts);
      inDoubt -= 1;
      // The first is not written, the second is: whoever asked knows neither.
      if (inDoubt === 0) await at.store.write(parts);
      return parts.map(() => ({ outcome: 'unknown', cause }));
    });
    const second = await turned(at.clock, at.take('two', { store: doubtful }));
    expect(await fencesHold(at.store, second)).toEqual(['applied', 'applied', 'applied']);
    await second.release();
  });

  it('gives up in the end when nobody can say whether the tables were taken', async () => {
    await using at = await place();
    const away = withWrite(at.store, async (parts) =>
      parts.map(() => ({ outcome: 'unknown', cause: new Error('away') })),
    );
    const taking = turned(at.clock, at.take('one', { store: away }));
    await expect(taking).rejects.toMatchObject({ code: 'STORE_AWAY' });
  });

  it('replaces an owner that shows no sign of life, which then can write nothing', async () => {
    await using at = await place();
    // Its own clock stands still, as it does for a process that is frozen.
    const frozen = await at.take('frozen', { clock: new FakeClock() });
    const second = await turned(at.clock, at.take('two'));
    expect(await fencesHold(at.store, frozen)).toEqual(['refused', 'refused', 'refused']);
    expect(await fencesHold(at.store, second)).toEqual(['applied', 'applied', 'applied']);
    await second.release();
    await frozen.release();
  });

  it('tells an owner that it was replaced', async () => {
    await using at = await place();
    const clock = new FakeClock();
    const first = await at.take('one', { clock });
    const second = await at.take('two', { exclusive: true });
    await eventually(
      async () => {
        await clock.advance(1_000);
        return first.lost.aborted;
      },
      { what: 'the first owner to notice' },
    );
    expect(first.lost.reason).toMatchObject({ code: 'OWNER_LOST' });
    await second.release();
  });

  it('gives up by itself when no sign of life gets through for too long', async () => {
    await using at = await place();
    const deaf = withWrite(at.store, async (parts) =>
      isBeat(parts)
        ? parts.map(() => ({ outcome: 'unknown', cause: 'away' }))
        : at.store.write(parts),
    );
    const owner = await at.take('one', { store: deaf });
    await eventually(
      async () => {
        await at.clock.advance(1_000);
        return owner.lost.aborted;
      },
      { what: 'the owner to give up' },
    );
    await owner.release();
  });

  it('stays with an owner whose sign of life takes long and gets through', async () => {
    await using at = await place();
    let beats = 0;
    const slow = withWrite(at.store, async (parts) => {
      if (!isBeat(parts)) return at.store.write(parts);
      beats += 1;
      await at.clock.advance(60_000);
      return at.store.write(parts);
    });
    const owner = await at.take('one', { store: slow });
    await eventually(
      async () => {
        await at.clock.advance(1_000);
        return beats > 2 || owner.lost.aborted;
      },
      { what: 'signs of life' },
    );
    expect(owner.lost.aborted).toBe(false);
    expect(await fencesHold(at.store, owner)).toEqual(['applied', 'applied', 'applied']);
    await owner.release();
  });

  it('is won by one of two that come at the same time', async () => {
    await using at = await place();
    const ends = await Promise.allSettled([at.take('one'), at.take('two')]);
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    for (const end of ends) if (end.status === 'fulfilled') await end.value.release();
  });
});

const isBeat = (parts: Parameters<Store['write']>[0]) => parts[0]?.writes[0]?.kind === 'replace';

describe('the fence', () => {
  it('goes into the part that it guards', async () => {
    await using at = await place();
    const owner = await at.take('one');
    const row = { bucket: 2, epoch: owner.epoch, beat: 0, instance: 'one', released: false };
    const part = { writes: [put(table, { ...row, bucket: 2 })], conditions: [owner.fence(2)] };
    await expect(at.store.write([part])).resolves.toEqual([{ outcome: 'applied' }]);
    await owner.release();
  });
});
