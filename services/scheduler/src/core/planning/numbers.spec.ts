import { describe, expect, it } from '@jest/globals';
import { Numbers } from './numbers.ts';

describe('Numbers', () => {
  it('are dense, stay with their name, and are given again when it goes', () => {
    const numbers = new Numbers<string>();
    expect(['a', 'b', 'a', 'c'].map((name) => numbers.take(name))).toEqual([0, 1, 0, 2]);
    numbers.release('b');
    numbers.release('nobody');
    expect([numbers.get('b'), numbers.nameOf(1), numbers.size]).toEqual([undefined, undefined, 2]);
    expect(numbers.take('d')).toBe(1);
    expect(numbers.nameOf(1)).toBe('d');
  });
});
