import { describe, expect, it } from '@jest/globals';
import { seededRandom } from '@mayfly/testing';
import { SOAKS, type SoakOptions } from '../src/soaks.ts';

// Rounds begin and end real processes and servers.

const OPTIONS = { rounds: 2, minutes: 1, seconds: 5, engine: undefined, seed: 1 };

/** Two rounds of a soak: enough to see that it works, and that nothing is lost on a good day. */
export function twoRounds(
  name: string,
  engines: readonly string[],
  over: Partial<SoakOptions> = {},
): void {
  describe(`the soak of ${name}`, () => {
    it('kills at random moments, and nothing acknowledged is lost', async () => {
      const soak = SOAKS.find((each) => each.name === name)!;
      const said: string[] = [];
      const random = seededRandom(1);
      const say = (line: string) => said.push(line);
      const results = await soak.run({ ...OPTIONS, random, say, ...over });
      expect(results.map(({ engine }) => engine)).toEqual(engines);
      const lost = results.flatMap((result) => Object.entries(result.lost));
      expect([lost.filter(([, count]) => count !== 0), said]).toEqual([[], expect.anything()]);
      expect(
        results.every(({ done }) => done.rounds === 2 && (done.acknowledged ?? done.pages)! > 0),
      ).toBe(true);
    });
  });
}
