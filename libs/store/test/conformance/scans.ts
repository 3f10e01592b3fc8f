import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import { bytes, defineTable, number } from '@mayfly/store';
import type { Engine, StorePlace } from './engine.ts';

export const pointsTable = defineTable({
  name: 'points',
  format: 1,
  columns: { bucket: number(), id: number(), body: bytes() },
  key: ['bucket', 'id'],
  partition: 1,
});

/** So many buckets of so many rows are a million. */
export const BUCKETS = 100;
export const ROWS_A_BUCKET = 10_000;

const MEGABYTE = 1024 * 1024;
/** A million rows kept as objects take more than three times as much. */
const FLAT_MB = 50;

/** The engine may know a quicker way to a million rows than writing them. */
export function scans(engine: Engine, fill: (place: StorePlace) => Promise<void>): void {
  describe(`a scan of a million rows on ${engine.name}`, () => {
    it('sees each row once, in order, in flat memory', async () => {
      await using place = await engine.newPlace();
      await fill(place);
      const store = await place.open([pointsTable]);
      let seen = 0;
      let isOrdered = true;
      let most = 0;
      const before = memoryInUse();
      for await (const rows of store.scan(pointsTable, { limit: 10_000 })) {
        for (const { bucket, id } of rows) {
          isOrdered &&= bucket * ROWS_A_BUCKET + id === seen;
          seen += 1;
        }
        if (seen % 100_000 === 0) most = Math.max(most, memoryInUse());
      }
      expect({ seen, isOrdered }).toEqual({ seen: BUCKETS * ROWS_A_BUCKET, isOrdered: true });
      expect((most - before) / MEGABYTE).toBeLessThan(FLAT_MB);
    }, 300_000);
  });
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** What is held, without what only waits to be collected. */
function memoryInUse(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
