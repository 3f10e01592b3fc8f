import { describe, expect, it } from '@jest/globals';
import { encodeText } from './encode-text.ts';

const LONG = 'Möwe '.repeat(100_000);

describe('the text of a document', () => {
  it.each([
    ['nothing', ''],
    ['plain letters', 'one\ntwo'],
    ['letters of all sizes', 'ä “quoted” 日本 😀'],
    ['half of a pair', 'a\ud83d'],
    ['more than most pages have', LONG],
  ])('with %s is UTF-8', (_, text) => {
    expect(Buffer.compare(encodeText({ text }).bytes, Buffer.from(text))).toBe(0);
  });

  it.each([
    ['at its beginning', ['“one”', 'two', 'ä']],
    ['at its end', ['ä', '“two”', '', 'one 😀']],
    ['of plain letters', ['a', 'bc', 'def']],
    ['longer than all the rest', ['ä', LONG, 'ö', 'ü', '“']],
  ])('has its main content where its bytes have it, %s', (_, pieces) => {
    let at = 0;
    const ranges = pieces.map((piece) => ({ from: at, to: (at += piece.length) }));
    const main = ranges.filter((__, index) => index % 2 === 1);
    const { bytes, main: places } = encodeText({ text: pieces.join(''), main });
    const cut = main.map((__, index) =>
      Buffer.from(bytes.slice(places[2 * index], places[2 * index + 1])).toString(),
    );
    expect(cut).toEqual(pieces.filter((__, index) => index % 2 === 1));
  });
});
