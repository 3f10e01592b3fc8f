import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { withCodes } from './page-codes.ts';
import { figureParts, LAST_PART, LOOK, lookAt, PART_CHARACTERS } from './text-look.ts';

const piece = fc.constantFrom(
  ...['a', ' ', '  ', '\n', '\t', '\v', '\u00a0', '\u2003', '\u3000', '\ufeff', '&', '&amp;'],
  ...['1', '20', '“', '\ud83d\ude00', 'word'],
);

const BITS = LOOK.isBlank | LOOK.needsFolding | LOOK.hasEntity | LOOK.hasFigures;

/** The same by expressions, which are slower. */
function lookOf(text: string): number {
  if (/^[ \n\t\r\f]*$/.test(text)) return LOOK.isBlank | LOOK.needsFolding;
  return (
    (/[^\S ]| {2}/.test(text) ? LOOK.needsFolding : 0) |
    (text.includes('&') ? LOOK.hasEntity : 0) |
    (/\d\d/.test(text) ? LOOK.hasFigures : 0)
  );
}

describe('a look at a text', () => {
  it('tells what expressions tell', () => {
    fc.assert(
      fc.property(fc.array(piece), fc.array(piece), fc.array(piece), (before, own, after) => {
        const [start, text] = [before.join('').length, own.join('')];
        const look = withCodes([...before, ...own, ...after].join(''), (codes) =>
          lookAt(codes, start, start + text.length),
        );
        expect(look & BITS).toBe(lookOf(text));
      }),
    );
  });

  it('tells in which parts of it figures stand side by side', () => {
    const figures = fc.array(fc.oneof(piece, fc.constant('word '.repeat(300))));
    fc.assert(
      fc.property(figures, figures, (before, own) => {
        const [start, text] = [before.join('').length, own.join('')];
        const look = withCodes([...before, ...own, '77'].join(''), (codes) =>
          lookAt(codes, start, start + text.length),
        );
        for (const { index } of text.matchAll(/(?<=\d)\d/g)) {
          const part = Math.min(Math.floor(index / PART_CHARACTERS), LAST_PART);
          expect(figureParts(look) & (1 << part)).not.toBe(0);
        }
      }),
    );
  });

  it('has room for pages of any length', () => {
    const html = `${'x'.repeat(3_000_000)} 42`;
    const look = withCodes(html, (codes) => lookAt(codes, 0, html.length));
    expect(look & BITS).toBe(LOOK.hasFigures);
  });
});
