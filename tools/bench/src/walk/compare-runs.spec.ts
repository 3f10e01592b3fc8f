import { describe, expect, it } from '@jest/globals';
import { builder } from '@mayfly/testing';
import { figureLine } from '../figure.ts';
import { figuresOf, median, OURS, type Run, whyNotComparable } from './compare-runs.ts';

const aRun = builder<Run>({
  contender: OURS,
  cpuSeconds: 10,
  peakMb: 400,
  wallSeconds: 12,
  result: { pages: 3_000, errors: 0 },
  web: { pages: 3_000, distinctPages: 3_000 },
});

describe('median', () => {
  it.each([
    [[3], 3],
    [[9, 1, 5], 5],
    [[4, 1, 2, 9], 3],
    [[10, 9], 9.5],
  ])('of %j is %d', (values, middle) => {
    expect(median(values)).toBe(middle);
  });

  it('is of something', () => {
    expect(() => median([])).toThrow('nothing');
  });
});

describe('whyNotComparable', () => {
  it('finds nothing wrong with a walk that asked for every page once', () => {
    expect(whyNotComparable(aRun(), 3_000)).toBeUndefined();
  });

  it.each<[string, Partial<Run>]>([
    ['did not say', { result: undefined }],
    ['2 errors', { result: { pages: 3_000, errors: 2 } }],
    ['it counts 2999 pages', { result: { pages: 2_999, errors: 0 } }],
    ['it asked for 2990 of 3000', { web: { pages: 3_000, distinctPages: 2_990 } }],
    ['it asked 3010 times', { web: { pages: 3_010, distinctPages: 3_000 } }],
  ])('says that %s', (reason, change) => {
    expect(whyNotComparable(aRun(change), 3_000)).toContain(reason);
  });
});

describe('figuresOf', () => {
  it('puts the median of each peer beside ours', () => {
    const runs = [
      ...[aRun({ cpuSeconds: 3 }), aRun({ cpuSeconds: 6 }), aRun({ cpuSeconds: 5 })],
      ...[aRun({ contender: 'snail', cpuSeconds: 30 }), aRun({ contender: 'hare', cpuSeconds: 2 })],
    ];
    const lines = figuresOf(runs).map((figure) => JSON.parse(figureLine(figure)) as object);
    const ours = { bench: 'walk', figure: 'pages_per_cpu_second', value: 600, unit: 'pages/s' };
    expect(lines.slice(0, 2)).toEqual([
      { ...ours, peer: 'snail', peerValue: 100, ratio: 6 },
      { ...ours, peer: 'hare', peerValue: 1_500, ratio: 0.4 },
    ]);
    expect(lines[2]).toMatchObject({ figure: 'peak_mb', value: 400, unit: 'MB', peer: 'snail' });
    expect(lines).toHaveLength(4);
  });

  it('has no ratio where nobody else ran', () => {
    expect(figuresOf([aRun()]).map(({ peer }) => peer)).toEqual([undefined, undefined]);
  });

  it('names the peer where ours did not run', () => {
    const [figure] = figuresOf([aRun({ contender: 'hare' })]);
    expect(figure).toMatchObject({ about: { contender: 'hare' }, value: 300 });
  });
});
