import { describe, expect, it } from '@jest/globals';
import { priorityOf } from './priority.ts';

describe('priorityOf', () => {
  it('puts the worst page nearer to a seed before the best one further away', () => {
    expect(priorityOf(1, 0)).toBeGreaterThan(priorityOf(2, 1));
  });

  it('puts the better of two equally near first', () => {
    expect(priorityOf(2, 0.9)).toBeGreaterThan(priorityOf(2, 0.1));
  });
});
