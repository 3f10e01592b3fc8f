import { describe, expect, it } from '@jest/globals';
import { seededRandom } from '@mayfly/testing';
import { SOAKS } from '../src/soaks.ts';

/** Few, since other tests run at the same time; on a machine that has nothing else to do there are hundreds. */
const FEWEST_REQUESTS = 40;
const OPTIONS = { rounds: 1, minutes: 1, seed: 1 };
/** Longer where the machine is so busy that nothing happens in a few seconds. */
const SECONDS = [5, 20, 60];

/** Some seconds of a soak that lasts so long: enough to see that it measures, and that nothing is wrong on a good day. */
export function someSeconds(name: string, engine: string): void {
  describe(`the soak of ${name} on ${engine}`, () => {
    it('measures, and finds nobody impolite', async () => {
      const soak = SOAKS.find((each) => each.name === name)!;
      const said: string[] = [];
      const say = (line: string) => said.push(line);
      let done: Readonly<Record<string, number>> = {};
      for (const seconds of SECONDS) {
        const options = { ...OPTIONS, seconds, engine, random: seededRandom(1), say };
        const results = await soak.run(options);
        const [result] = results;
        expect([results.length, result?.engine, result?.lost, said]).toEqual([
          ...[1, engine, { tooSoon: 0, atOnce: 0, unsettled: 0, unbalanced: 0 }],
          expect.anything(),
        ]);
        done = result?.done ?? {};
        if ((done.requests ?? 0) > FEWEST_REQUESTS) break;
      }
      expect(done.requests).toBeGreaterThan(FEWEST_REQUESTS);
      expect(done.smallestSlackMs).toBeGreaterThan(0);
    });
  });
}
