import { describe, expect, it } from '@jest/globals';
import { seededRandom } from '@mayfly/testing';
import { openPolicy, POLICY_NAMES, type PolicyName } from '../src/index.ts';
import { SmallWeb, type SourceKind } from './small-web.ts';

const DAY = 86_400;
const GOOD: SourceKind = {
  count: 12,
  hosts: 4,
  lambda: 10 / DAY,
  profit: 6,
  life: DAY / 2,
  shows: 20,
};
const POOR: SourceKind = {
  count: 40,
  hosts: 8,
  lambda: 10 / DAY,
  profit: 0.05,
  life: DAY / 2,
  shows: 20,
};
const ARCHIVE: SourceKind = {
  count: 4,
  hosts: 2,
  lambda: 800 / DAY,
  profit: 0,
  life: DAY,
  shows: 350,
};

function run(name: PolicyName, web: SmallWeb, rate: number, feedback: 'all' | 'crawled' = 'all') {
  const policy = openPolicy(name, { rate, start: 0, feedback, random: seededRandom(1) });
  return { policy, ...web.run(policy, { rate, feedback }) };
}

describe('traps that policies have fallen into', () => {
  it('1: a rate of new links is not locked at zero by a window that found nothing', () => {
    const late: SourceKind = { ...GOOD, count: 4, hosts: 1, from: 2 * DAY, profit: 20 };
    const web = new SmallWeb([{ ...GOOD, profit: 1 }, late], { seconds: 6 * DAY, seed: 1 });
    const { visits, caught } = run('echo-greedy', web, 0.02);
    for (let source = 12; source < 16; source += 1) expect(visits[source]).toBeGreaterThan(20);
    expect(caught).toBeGreaterThan(0.6);
  });

  it('2: a source that was dropped is visited again when there is capacity to spare', () => {
    const late: SourceKind = { ...GOOD, count: 4, hosts: 4, from: 2 * DAY, profit: 20 };
    const web = new SmallWeb([GOOD, POOR, late], { seconds: 6 * DAY, seed: 2 });
    for (const name of ['echo-newpages', 'mayfly'] as const) {
      const { visits, caught } = run(name, web, 0.02);
      expect(Math.min(...visits)).toBeGreaterThan(1);
      expect(caught).toBeGreaterThan(0.7);
    }
  });

  it('3: pages nobody crawled are not taken for pages nobody wants', () => {
    const web = new SmallWeb([GOOD, POOR], { seconds: 6 * DAY, seed: 3 });
    const seeing = run('mayfly', web, 0.004);
    const blind = run('mayfly', web, 0.004, 'crawled');
    expect(blind.caught).toBeGreaterThan(seeing.caught * 0.85);
    const good = blind.policy.viewSource(0, 6 * DAY)!;
    expect(good.profit).toBeGreaterThan(3);
    expect(good.exposure).toBeLessThan(60);
  });

  it('4: prolific archives drown those who count links, and cost nothing where pages have a price', () => {
    const web = new SmallWeb([GOOD, POOR, ARCHIVE], { seconds: 4 * DAY, seed: 4 });
    const frequency = run('frequency', web, 0.01);
    const mayfly = run('mayfly', web, 0.01);
    expect(frequency.pageCrawls[2]).toBeGreaterThan(mayfly.pageCrawls[2]! * 3);
    expect(mayfly.caught).toBeGreaterThan(frequency.caught + 0.3);
  });
});

describe('every policy', () => {
  const web = new SmallWeb([GOOD, POOR, ARCHIVE], { seconds: 3 * DAY, seed: 5 });

  it.each(POLICY_NAMES)('%s uses each request and catches something', (name) => {
    const { caught, idle, visits } = run(name, web, 0.06);
    expect(idle).toBe(0);
    expect(caught).toBeGreaterThan(0.02);
    expect(Math.max(...visits)).toBeGreaterThan(0);
  });

  it.each(POLICY_NAMES)('%s does the same again with the same seed', (name) => {
    const [one, two] = [run(name, web, 0.005), run(name, web, 0.005)];
    expect([...one.visits]).toEqual([...two.visits]);
    expect(one.caught).toBe(two.caught);
  });

  it('loses to mayfly where there is more than can be crawled', () => {
    const score = (name: PolicyName) => run(name, web, 0.006).caught;
    const mayfly = score('mayfly');
    for (const name of POLICY_NAMES) {
      if (name !== 'mayfly') expect(mayfly).toBeGreaterThanOrEqual(score(name) - 0.03);
    }
    expect(mayfly).toBeGreaterThan(score('bfs') + 0.1);
  });
});
