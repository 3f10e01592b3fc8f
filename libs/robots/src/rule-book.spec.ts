import { describe, expect, it } from '@jest/globals';
import { testSeed } from '@mayfly/testing';
import fc from 'fast-check';
import { spellPath } from './canonical-path.ts';
import { canonicalPattern, matchesPattern } from './pattern.ts';
import { RuleBook } from './rule-book.ts';

/** The longest match, and of two as long the one that allows, by trying everything. */
function slowly(allow: readonly string[], disallow: readonly string[], path: string): boolean {
  const longest = (patterns: readonly string[]) =>
    Math.max(
      -1,
      ...patterns.filter((each) => matchesPattern(each, path)).map((each) => each.length),
    );
  return longest(allow) >= longest(disallow);
}

describe('RuleBook', () => {
  it('says the same by its index as by trying everything', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', '*', '$', '/'), maxLength: 5 });
    const patterns = fc.array(
      letters.map((text) => canonicalPattern(`/${text}`, false)!),
      {
        minLength: 15,
        maxLength: 60,
      },
    );
    const path = fc.string({ unit: fc.constantFrom('a', 'b', '/', '$'), maxLength: 7 });
    fc.assert(
      fc.property(
        patterns,
        patterns,
        fc.array(path, { minLength: 20 }),
        (allow, disallow, paths) => {
          const book = new RuleBook({ allow, disallow });
          for (const each of paths) {
            const spelled = spellPath(`/${each}`);
            expect(book.find(spelled)?.allow ?? true).toBe(
              slowly(allow, disallow, spelled.canonical),
            );
          }
        },
      ),
      { seed: testSeed() },
    );
  });

  it('finds the one among many', () => {
    const disallow = Array.from({ length: 20_000 }, (_, at) => `/shop/item-${at}/`);
    const book = new RuleBook({ allow: ['/shop/item-7/about'], disallow });
    for (let at = 0; at < 20_000; at += 1) {
      expect(book.find(spellPath(`/shop/item-${at}/x`))?.allow).toBe(false);
    }
    expect(book.find(spellPath('/shop/item-7/about'))).toEqual({
      allow: true,
      pattern: '/shop/item-7/about',
    });
  });
});
