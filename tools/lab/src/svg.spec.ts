import { describe, expect, it } from '@jest/globals';
import { lineChart } from './svg.ts';

const CHART = {
  title: 'a < b & c',
  xName: 'days',
  yName: 'profit',
  series: [
    {
      name: 'one',
      points: [
        [0, 0],
        [1, 0.5],
      ] as const,
    },
    {
      name: 'two',
      points: [
        [0, 0.2],
        [2, 1],
      ] as const,
    },
  ],
};

describe('lineChart', () => {
  it('draws a line for each series, and names it', () => {
    const svg = lineChart(CHART);
    expect(svg.match(/<polyline/g)).toHaveLength(2);
    expect(svg).toContain('>two</text>');
  });

  it('puts zero at the lower left and the greatest value at the top', () => {
    const [, one, two] = lineChart(CHART).split('points="');
    expect(one).toMatch(/^64\.0,378\.0 /);
    expect(two).toMatch(/690\.0,40\.0"/);
  });

  it('writes text that is no markup', () => {
    expect(lineChart(CHART)).toContain('a &lt; b &amp; c');
  });

  it('draws nothing at all without falling', () => {
    expect(lineChart({ ...CHART, series: [] })).toContain('</svg>');
  });
});
