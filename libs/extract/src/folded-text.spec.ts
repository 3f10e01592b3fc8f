import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { testSeed } from '@mayfly/testing';
import { fold, FoldedText } from './folded-text.ts';

function textOf(...blocks: readonly (readonly string[])[]): string {
  const text = new FoldedText(1_000);
  for (const pieces of blocks) {
    text.breakLine();
    for (const piece of pieces) text.add(piece);
    text.breakLine();
  }
  return text.toString();
}

describe('FoldedText', () => {
  it('makes a line of each block and none of an empty one', () => {
    expect(textOf(['one'], [], [' \n\t'], ['two'])).toBe('one\ntwo');
  });

  it('folds white space over the pieces of a block', () => {
    expect(textOf(['a ', ' b\n', '\u00a0c', 'd '])).toBe('a b cd');
  });

  it('takes so many characters and says that more came', () => {
    const text = new FoldedText(6);
    text.add('abc');
    text.breakLine();
    text.add('def');
    text.add('ghi');
    expect([text.toString(), text.truncated]).toEqual(['abc\nde', true]);
  });

  it('is what regular expressions make of the whole, however it is cut into pieces', () => {
    const piece = fc.string({ unit: fc.constantFrom(...'ab \n\t\u00a0\u2003\ufeffé😀') });
    fc.assert(
      fc.property(fc.array(fc.option(piece, { nil: undefined })), (pieces) => {
        const text = new FoldedText(Infinity);
        for (const each of pieces) {
          if (each === undefined) text.breakLine();
          else text.add(each);
        }
        const whole = pieces.map((each) => each?.replaceAll(/\s+/g, ' ') ?? '\n').join('');
        const lines = whole.split('\n').map((line) => line.replaceAll(/ +/g, ' ').trim());
        expect(text.toString()).toBe(lines.filter((line) => line !== '').join('\n'));
      }),
      { seed: testSeed() },
    );
  });

  it('never keeps half of a pair', () => {
    const text = new FoldedText(1);
    text.add('😀');
    expect(text.toString()).toBe('\ufffd');
  });
});

describe('fold', () => {
  it.each([
    ['plain words stay', 'plain words stay'],
    ['two  spaces', 'two spaces'],
    ['a\ttab and\r\na line', 'a tab and a line'],
    [' at the ends ', 'at the ends'],
    ['\u2003wide\u2003', 'wide'],
    ['', ''],
  ])('makes of %j %j', (text, folded) => {
    expect(fold(text)).toBe(folded);
  });
});
