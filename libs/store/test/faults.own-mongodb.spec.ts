import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type LoadedMongo, loadedMongo, MONGO_FAULTS } from './faults/mongo-fault.ts';

/** Longer than an election takes, so that the frozen primary wakes up as one that was replaced. */
const FROZEN_MS = 5_000;

let mongo: LoadedMongo;
beforeAll(async () => {
  mongo = await loadedMongo();
});
afterAll(() => mongo.stop(), 60_000);

describe('the MongoDB store under load', () => {
  it.each(MONGO_FAULTS)(
    'loses no acknowledged part to the fault "%s" of its primary',
    async (fault) => {
      await mongo.strike(fault, FROZEN_MS);
      const state = await mongo.check();
      expect(state).toMatchObject({ lost: 0, halfWritten: 0 });
      expect(state.links).toBeGreaterThanOrEqual(state.acknowledged);
    },
    120_000,
  );

  it('waits out a primary that is slow', async () => {
    await mongo.strike('freeze', 500);
    expect(await mongo.check()).toMatchObject({ lost: 0, halfWritten: 0 });
  });
});
