import { describe, expect, it } from '@jest/globals';
import { POLICY_NAMES, type PolicyName } from '@mayfly/echo';
import { checksOf } from './checks.ts';
import { PAPER_RATES, paperScore } from './paper-table.ts';
import { distance, type Summary } from './summary.ts';

const summary = (policy: PolicyName, rate: number, scores: readonly number[]): Summary => ({
  policy,
  rate,
  logPeriodSeconds: 3_600,
  history: 7,
  scores,
  mean: scores.reduce((sum, each) => sum + each, 0) / scores.length,
  deviation: 0,
  paper: paperScore(policy, rate),
  leftAlone: 0,
});

/** Every cell exactly as the paper has it, and ours a little better than its best. */
const PERFECT = PAPER_RATES.flatMap((rate) =>
  POLICY_NAMES.map((policy) => {
    const best = paperScore('echo-newpages', rate)!;
    const score = policy === 'mayfly' ? best + 0.035 : (paperScore(policy, rate) ?? best);
    return summary(policy, rate, [score, score]);
  }),
);
const without = (changed: Summary) =>
  PERFECT.map((each) =>
    each.policy === changed.policy && each.rate === changed.rate ? changed : each,
  );
const failed = (cells: readonly Summary[]) =>
  checksOf(cells, 'all')
    .filter(({ passed }) => !passed)
    .map(({ name }) => name);

describe('checksOf', () => {
  it('passes the paper itself, apart from what the paper breaks', () => {
    expect(failed(PERFECT)).toEqual([]);
    expect(distance(PERFECT)).toEqual({ rmse: 0, cells: 18 });
  });

  it('notices a wrong order', () => {
    expect(failed(without(summary('bfs', 0.1, [0.9, 0.9])))).toEqual([
      'frequency < bfs < fixed-quota < each of echo at 0.1',
    ]);
  });

  it('notices one seed on which mayfly is not better', () => {
    expect(failed(without(summary('mayfly', 0.2, [0.99, 0.9])))).toEqual([
      'mayfly beats echo-newpages on every seed at 0.2',
    ]);
  });

  it('notices a gain that is too small where requests are scarce', () => {
    const best = paperScore('echo-newpages', 0.05)!;
    expect(failed(without(summary('mayfly', 0.05, [best + 0.06, best + 0.01])))).toEqual([
      'by 0.03 on average at 0.05, never by less than 0.02',
    ]);
  });

  it('notices cells that are far from the paper together', () => {
    const moved = PERFECT.map((each) =>
      each.policy === 'echo-greedy' ? summary(each.policy, each.rate, [0.7, 0.7]) : each,
    );
    expect(failed(moved)).toContain('root mean square error over 18 cells at most 0.07');
  });

  it('says nothing about cells that did not run', () => {
    expect(checksOf([summary('bfs', 0.05, [0.3])], 'all')).toEqual([]);
  });

  it('wants enough of mayfly when only visits to crawled pages are seen', () => {
    const [check] = checksOf([summary('mayfly', 0.05, [0.86, 0.83])], 'crawled');
    expect(check).toMatchObject({ passed: false, detail: '0.860 0.830' });
  });
});
