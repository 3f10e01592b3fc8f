import { describe, expect, it } from '@jest/globals';
import { priorityOf } from './priority.ts';
import { wishPriority } from './wish-priority.ts';

describe('wishPriority', () => {
  it('puts what somebody named before what is nearest to a seed', () => {
    expect(wishPriority({ seed: false })).toBeGreaterThan(priorityOf(0, 1));
  });

  it('puts the higher wish first', () => {
    const [low, high] = [1, 2].map((priority) => wishPriority({ seed: false, priority }));
    expect(high).toBeGreaterThan(low!);
  });

  it('leaves seeds to the policy, unless somebody wishes for more', () => {
    expect(wishPriority({ seed: true })).toBe(0);
    expect(wishPriority({ seed: true, priority: 1 })).toBe(
      wishPriority({ seed: false, priority: 1 }),
    );
  });
});
