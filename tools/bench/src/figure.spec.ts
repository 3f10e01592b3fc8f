import { describe, expect, it } from '@jest/globals';
import { figureLine, figureTable, type Figure } from './figure.ts';

const figure: Figure = {
  bench: 'engines',
  figure: 'rows_per_second',
  about: { engine: 'lmdb' },
  value: 30_123.4,
  unit: 'rows/s',
  peer: { name: 'bare', value: 40_000 },
};

describe('figureLine', () => {
  it('puts the peer and the ratio beside the value', () => {
    expect(JSON.parse(figureLine(figure))).toEqual({
      bench: 'engines',
      figure: 'rows_per_second',
      engine: 'lmdb',
      value: 30_123,
      unit: 'rows/s',
      peer: 'bare',
      peerValue: 40_000,
      ratio: 0.753,
    });
  });

  it('leaves out what no peer was asked for', () => {
    const { peer: _, ...alone } = figure;
    expect(Object.keys(JSON.parse(figureLine(alone)) as object)).not.toContain('ratio');
  });
});

describe('figureTable', () => {
  it('is a line a figure', () => {
    expect(figureTable([figure])).toBe(
      'lmdb rows per second   30,123 rows/s   bare 40,000   × 0.75',
    );
  });
});
