import { describe, expect, it } from '@jest/globals';
import { progressLine, type Result, rowsOf, tableOf } from './report.ts';
import type { Mode } from './settings.ts';

function result(mode: Mode, policy: string, caught: number): Result {
  const delays = { discoveryDelays: [1_000, 2_000], crawlDelays: caught === 0 ? [] : [3_040] };
  const interest = { possible: 200, caught, born: 20, stored: 10, ...delays };
  return { mode, policy, requests: 90, interest };
}

const TERMS = { rate: 2, minutes: 10, seed: 1 };

describe('rows', () => {
  it('compare each policy with bfs of its mode', () => {
    const rows = rowsOf(
      [
        result('embedded', 'mayfly', 150),
        result('embedded', 'bfs', 100),
        result('cluster', 'mayfly', 50),
        result('cluster', 'bfs', 0),
      ],
      TERMS,
    );
    expect(rows.map(({ ratio, share }) => [ratio, share])).toEqual([
      [1.5, 0.75],
      [1, 0.5],
      [null, 0.25],
      [null, 0],
    ]);
    expect(rows[0]).toMatchObject({ lab: 'demo', mode: 'embedded', ...TERMS, crawlP50: 3 });
    expect(rows[3]!.crawlP90).toBeNull();
    expect(tableOf(rows)).toContain('3.0 s');
  });
});

describe('progress', () => {
  it('says how all policies of a mode stand', () => {
    expect(progressLine('cluster', 20, [result('cluster', 'bfs', 7)])).toBe(
      'cluster 20 s: bfs 7 of 200 visits, 10 of 20 pages, 90 requests',
    );
  });
});
