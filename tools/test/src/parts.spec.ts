import { describe, expect, it } from '@jest/globals';
import { chooseParts } from './parts.ts';

describe('chooseParts', () => {
  it('takes all when none is named', () => {
    expect(chooseParts([]).parts.map((part) => part.name)).toContain('engines');
  });

  it('keeps its own order, the cheap parts first', () => {
    expect(chooseParts(['engines', 'unit']).parts.map((part) => part.name)).toEqual([
      'unit',
      'engines',
    ]);
  });

  it('gives back what is no part', () => {
    expect(chooseParts(['unit', 'everything']).unknown).toEqual(['everything']);
  });
});
