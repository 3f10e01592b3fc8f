import { describe, expect, it } from '@jest/globals';
import { seededRandom } from '@mayfly/testing';
import { SOAKS } from '../src/soaks.ts';

/** Few, since other tests run at the same time; on a machine that has nothing else to do there are hundreds. */
const FEWEST_REQUESTS = 40;
const OPTIONS = { rounds: 1, minutes: 1, seconds: 5, seed: 1 };

/** Some seconds of a soak that lasts so long: enough to see that it measures, and that nothing is wrong on a good day. */
export function someSeconds(name: string, engine: string): void {
  describe(`the soak of ${name} on ${engine}`, () => {
    it('measures, and finds nobody impolite', async () => {
      const soak = SOAKS.find((each) => each.name === name)!;
      const said: string[] = [];
      const say = (line: string) => said.push(line);
      const results = await soak.run({ ...OPTIONS, engine, random: seededRandom(1), say });
      const [result] = results;
      expect([results.length, result?.engine, result?.lost, said]).toEqual([
        ...[1, engine, { tooSoon: 0, atOnce: 0, unsettled: 0, unbalanced: 0 }],
        expect.anything(),
      ]);
      expect(result?.done.requests).toBeGreaterThan(FEWEST_REQUESTS);
      expect(result?.done.smallestSlackMs).toBeGreaterThan(0);
    });
  });
}
