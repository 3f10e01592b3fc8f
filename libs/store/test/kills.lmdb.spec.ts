import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { temporaryFolder, withSeed } from '@mayfly/testing';
import { killOneWriter } from './faults/lmdb-kill.ts';

const KILLS = 50;
/** Two at a time, because the machine has so many cores; each has a folder of its own. */
const AT_A_TIME = 2;

describe('the LMDB store after kill -9', () => {
  it(`has every acknowledged part, whole, ${KILLS} times`, async () => {
    await using temporary = await temporaryFolder();
    await withSeed(async (random) => {
      const killInTurn = async (_: unknown, worker: number) => {
        let acknowledged = 0;
        for (let kill = 0; kill < KILLS / AT_A_TIME; kill += 1) {
          const state = await killOneWriter(join(temporary.path, `folder-${worker}`), random);
          acknowledged += state.acknowledged;
          expect(state).toMatchObject({ lost: 0, halfWritten: 0 });
          expect(state.links).toBeGreaterThanOrEqual(acknowledged);
        }
        return acknowledged;
      };
      const counts = await Promise.all(Array.from({ length: AT_A_TIME }, killInTurn));
      expect(Math.min(...counts)).toBeGreaterThanOrEqual(KILLS / AT_A_TIME);
    });
  }, 300_000);
});
