import { describe, expect, it } from '@jest/globals';
import { seededRandom } from '@mayfly/testing';
import { deckOf } from './deck.ts';

describe('deckOf', () => {
  it('deals everybody once before anybody again, not always in the same order', () => {
    const deal = deckOf(['a', 'b', 'c', 'd'], seededRandom(3));
    const rounds = Array.from({ length: 8 }, () => Array.from({ length: 4 }, deal));
    for (const round of rounds) expect(round.toSorted()).toEqual(['a', 'b', 'c', 'd']);
    expect(new Set(rounds.map((round) => round.join(''))).size).toBeGreaterThan(1);
  });

  it('cannot be empty', () => {
    expect(deckOf([], seededRandom(1))).toThrow('cards');
  });
});
