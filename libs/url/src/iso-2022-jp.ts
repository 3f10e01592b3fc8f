import { codeTable } from './code-table.ts';
import type { EncodedSink } from './legacy-encoder.ts';

const ESCAPE = 0x1b;
/** Escape sequences that switch to a state. */
const SWITCH = {
  ascii: [ESCAPE, 0x28, 0x42],
  roman: [ESCAPE, 0x28, 0x4a],
  jis0208: [ESCAPE, 0x24, 0x42],
} as const;
type State = keyof typeof SWITCH;

/** Shift codes: a page that smuggles them in must not switch the state of its reader. */
const SHIFT_CODES = new Set([0x0e, 0x0f, ESCAPE]);

/** What only the roman state can say: yen and overline stand where ASCII has backslash and tilde. */
const ROMAN: Readonly<Record<number, number>> = { 0xa5: 0x5c, 0x203e: 0x7e };

/** Full-width forms of U+FF61 to U+FF9F: this encoding has no half-width ones. */
const FULL_WIDTH =
  '。「」、・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン゛゜';

/** Writes ISO-2022-JP, the one encoding with states; it always ends in that of ASCII. */
export function encodeIso2022Jp(text: string, sink: EncodedSink): void {
  // Row and cell of EUC-JP are those of JIS X 0208 with the high bits set.
  const eucJp = codeTable('euc-jp');
  let state: State = 'ascii';
  const be = (wanted: State): void => {
    if (state !== wanted) SWITCH[wanted].forEach((byte) => sink.byte(byte));
    state = wanted;
  };
  for (const character of text.toWellFormed()) {
    const codePoint = character.codePointAt(0)!;
    const roman = ROMAN[codePoint];
    if (SHIFT_CODES.has(codePoint)) {
      missing(0xfffd);
    } else if (codePoint < 0x80) {
      if (state !== 'roman' || codePoint === 0x5c || codePoint === 0x7e) be('ascii');
      sink.byte(codePoint);
    } else if (roman !== undefined) {
      be('roman');
      sink.byte(roman);
    } else {
      const pair = eucJp(FULL_WIDTH.codePointAt(codePoint - 0xff61) ?? codePoint);
      if (pair === undefined) {
        missing(codePoint);
      } else {
        be('jis0208');
        pair.forEach((byte) => sink.byte(byte & 0x7f));
      }
    }
  }
  be('ascii');

  function missing(codePoint: number): void {
    if (state === 'jis0208') be('ascii');
    sink.missing(codePoint);
  }
}
