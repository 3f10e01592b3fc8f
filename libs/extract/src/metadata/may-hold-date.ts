import { KIND, KINDS } from '../html/character-kinds.ts';
import { figureParts, LAST_PART, lookAt, PART_CHARACTERS } from '../html/text-look.ts';

const [ZERO, ONE, TWO, NINE] = [0x30, 0x31, 0x32, 0x39];
const [DOT, SLASH, HYPHEN] = [0x2e, 0x2f, 0x2d];
const [APOSTROPHE, CURLED_APOSTROPHE] = [0x27, 0x2019];
const [FEWEST_LETTERS, MOST_LETTERS] = [3, 12];
const LETTER = /^\p{L}$/u;

/**
 * Whether it is worth the while to look for dates in a text, which is given as numbers (see `withCodes`): a year of four
 * figures stands in it, or two figures at the end of `3.5.16` or `3 May '16`. It looks at runs of figures and what stands
 * before them; `look` is what a look at the text told, so that all that has no such runs costs nothing.
 */
export function mayHoldDate(codes: Uint16Array, from: number, to: number, look: number): boolean {
  const parts = figureParts(look);
  for (let part = 0; parts >> part !== 0; part += 1) {
    if (((parts >> part) & 1) === 0) continue;
    const begin = from + part * PART_CHARACTERS;
    const end = part === LAST_PART ? to : Math.min(to, begin + PART_CHARACTERS);
    // Of two figures beside each other every second place finds one.
    for (let at = begin; at < end; at += 2) {
      if (!isFigure(codes[at]!)) continue;
      let start = at;
      while (start > from && isFigure(codes[start - 1]!)) start -= 1;
      at += 1;
      while (at < to && isFigure(codes[at]!)) at += 1;
      if (at - start === 2) {
        if (endsFigures(codes, from, start) || endsWords(codes, from, start)) return true;
      } else if (hasYear(codes, start, at)) return true;
    }
  }
  return false;
}

/** The same of a text. */
export function textMayHoldDate(text: string): boolean {
  const codes = new Uint16Array(text.length);
  for (let at = 0; at < text.length; at += 1) codes[at] = text.charCodeAt(at);
  return mayHoldDate(codes, 0, codes.length, lookAt(codes, 0, codes.length));
}

/** Whether a run of figures has a year of the last or of this century in it. */
function hasYear(codes: Uint16Array, start: number, end: number): boolean {
  for (let at = start; at + 4 <= end; at += 1) {
    if (codes[at] === ONE && codes[at + 1] === NINE) return true;
    if (codes[at] === TWO && codes[at + 1] === ZERO) return true;
  }
  return false;
}

/** Whether what stands before this place is like `3.5.` */
function endsFigures(codes: Uint16Array, from: number, place: number): boolean {
  const month = figureBefore(codes, from, place);
  if (month < 0) return false;
  const isTwo = month > from && isFigure(codes[month - 1]!);
  return figureBefore(codes, from, isTwo ? month - 1 : month) >= 0;
}

/** Where the figure stands that is before a sign between figures, and perhaps a space behind that; -1 where it is not so. */
function figureBefore(codes: Uint16Array, from: number, place: number): number {
  let at = place - 1;
  if (at > from && isSpace(codes[at]!)) at -= 1;
  if (at <= from) return -1;
  const sign = codes[at]!;
  const isSign = sign === DOT || sign === SLASH || sign === HYPHEN;
  return isSign && isFigure(codes[at - 1]!) ? at - 1 : -1;
}

/** Whether what stands before this place is like `3 May '` */
function endsWords(codes: Uint16Array, from: number, place: number): boolean {
  let at = place - 1;
  if (at > from && (codes[at] === APOSTROPHE || codes[at] === CURLED_APOSTROPHE)) at -= 1;
  if (at <= from || !isBetweenWords(codes[at]!)) return false;
  let letters = 0;
  for (let taken; (taken = letterBefore(codes, from, at)) > 0; at -= taken) {
    letters += 1;
    if (letters > MOST_LETTERS) return false;
  }
  if (letters < FEWEST_LETTERS || at < from + 2) return false;
  return isBetweenWords(codes[at - 1]!) && isFigure(codes[at - 2]!);
}

/** Of how many numbers the letter before this place is made; 0 where there is none. */
function letterBefore(codes: Uint16Array, from: number, place: number): number {
  if (place <= from) return 0;
  const code = codes[place - 1]!;
  if (code < 0x80) return (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a ? 1 : 0;
  if (LETTER.test(String.fromCharCode(code))) return 1;
  const isPair = (code & 0xfc00) === 0xdc00 && place - 1 > from;
  return isPair && LETTER.test(String.fromCharCode(codes[place - 2]!, code)) ? 2 : 0;
}

/** One comparison: letters and spaces are on both sides of the figures, and no processor foresees which comes. */
function isFigure(code: number): boolean {
  return (code - ZERO) >>> 0 <= NINE - ZERO;
}

function isSpace(code: number): boolean {
  return (KINDS[code]! & (KIND.space | KIND.otherSpace)) !== 0;
}

function isBetweenWords(code: number): boolean {
  return code === DOT || code === HYPHEN || isSpace(code);
}
