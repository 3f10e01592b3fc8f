import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { withCodes } from './page-codes.ts';
import { TextLooks } from './text-look.ts';

const piece = fc.constantFrom(
  ...['a', ' ', '  ', '\n', '\t', '\v', '\u00a0', '\u2003', '\u3000', '\ufeff', '&', '&amp;'],
  ...['1', '20', '“', '\ud83d\ude00', 'word'],
);

/** The same by expressions, which are slower. */
function lookOf(text: string) {
  const isBlank = /^[ \n\t\r\f]*$/.test(text);
  return {
    isBlank,
    needsFolding: isBlank || /[^\S ]| {2}/.test(text),
    hasEntity: text.includes('&'),
    figuresAt: /\d\d/.test(text) ? text.search(/\d\d/) + 1 : -1,
  };
}

describe('a look at a text', () => {
  it('tells what expressions tell', () => {
    fc.assert(
      fc.property(fc.array(piece), fc.array(piece), fc.array(piece), (before, own, after) => {
        const [start, text] = [before.join('').length, own.join('')];
        const { figuresAt, ...look } = withCodes([...before, ...own, ...after].join(''), (codes) =>
          new TextLooks(codes).look(start, start + text.length),
        );
        expect({ ...look, figuresAt: figuresAt < 0 ? -1 : figuresAt - start }).toEqual(
          lookOf(text),
        );
      }),
    );
  });

  it('has room for pages of any length', () => {
    const html = `${'x'.repeat(3_000_000)} 42`;
    const look = withCodes(html, (codes) => new TextLooks(codes).look(0, html.length));
    expect(look).toMatchObject({ figuresAt: html.length - 1 });
  });
});
