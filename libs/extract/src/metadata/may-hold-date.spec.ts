import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { withCodes } from '../html/page-codes.ts';
import { lookAt } from '../html/text-look.ts';
import { mayHoldDate, textMayHoldDate } from './may-hold-date.ts';

const piece = fc.constantFrom(
  ...['1', '3', '19', '20', '16', '2016', '915', '.', '/', '-', ' ', '\n', '\u00a0', "'", '’'],
  ...[
    'May',
    'may',
    'Märzen',
    'ab',
    'abcdefghijkl',
    'abcdefghijklm',
    'мая',
    '\ud835\udd38',
    '\udd38',
  ],
);
/** The same by an expression, which is slower. */
const MAY_HOLD_DATE =
  /(?:19|20)\d\d|\d[./-]\s?\d\d?[./-]\s?\d\d(?!\d)|\d[\s.-]\p{L}{3,12}[\s.-]['’]?\d\d(?!\d)/u;

describe('whether a text may hold a date', () => {
  it('is told as an expression tells it', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        expect(textMayHoldDate(text)).toBe(MAY_HOLD_DATE.test(text));
      }),
      { numRuns: 2_000 },
    );
  });

  it('is told of a part of a page by that part alone', () => {
    fc.assert(
      fc.property(fc.array(piece), fc.array(piece), fc.array(piece), (before, own, after) => {
        const [start, text] = [before.join('').length, own.join('')];
        const end = start + text.length;
        const may = withCodes([...before, ...own, ...after].join(''), (codes) =>
          mayHoldDate(codes, start, end, lookAt(codes, start, end)),
        );
        expect(may).toBe(textMayHoldDate(text));
      }),
    );
  });
});
