import { describe, it, jest } from '@jest/globals';
import type { EngineKind } from '@mayfly/service-testing';
import { collectLog } from '@mayfly/telemetry/testing';
import { testSeed } from '@mayfly/testing';
import fc from 'fast-check';
import { modelRuns, modelShrinks } from './model/capabilities.ts';
import { Driver } from './model/driver.ts';
import { steps } from './model/steps.ts';

const USUAL_RUNS: Readonly<Record<EngineKind, number>> = { embedded: 25, cluster: 8 };
const MOST_STEPS = 70;

/** Random steps against a model that is simple enough to be right: the same answers, the same books, nobody too early. */
export function frontierModelSuite(kind: EngineKind): void {
  // A failure is made smaller by running it again and again.
  jest.setTimeout(1_800_000);
  collectLog();

  describe(`a frontier on ${kind} engines, whatever happens in whatever order`, () => {
    it('answers as the model does, keeps its books and its manners, and loses nothing', async () => {
      // Without a bias, which would make most runs short and poor.
      const random = fc.noBias(
        fc.limitShrink(
          fc.array(steps, { minLength: 1, maxLength: MOST_STEPS, size: 'max' }),
          modelShrinks(),
        ),
      );
      await fc.assert(
        fc.asyncProperty(random, async (all) => {
          await using driver = await Driver.open(kind);
          for (const step of all) await driver.run(step);
          await driver.drain();
        }),
        {
          seed: testSeed(),
          numRuns: modelRuns(USUAL_RUNS[kind]),
          interruptAfterTimeLimit: 600_000,
        },
      );
    });
  });
}
