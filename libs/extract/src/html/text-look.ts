import { isTagSpace } from './attributes.ts';
import { KIND, KINDS } from './character-kinds.ts';

/** What one look at a text tells, as bits. */
export const LOOK = {
  /** It is indentation of the markup and nothing else. */
  isBlank: 1,
  /** It has white space that is not one plain space between two words. */
  needsFolding: 2,
  /** It has an ampersand, and so perhaps an entity. */
  hasEntity: 4,
  /** It has two figures beside each other. */
  hasFigures: 8,
} as const;

/** Above those bits is one for each so many characters from the beginning on: those in which such a figure is the second. */
const FIGURES_SHIFT = 4;
const PART_SHIFT = 5;
export const PART_CHARACTERS = 1 << PART_SHIFT;
/** The last of these parts has all that is left of the text. */
export const LAST_PART = 20;

/** In which parts of a text that was looked at figures stand side by side, a bit for each. */
export function figureParts(look: number): number {
  return look >> FIGURES_SHIFT;
}

/**
 * Looks at a text of a page, whose characters are given as numbers (see `withCodes`), each once for all who want to know
 * something of it. Words and spaces follow each other without rule, so nothing is decided on the way; eight at a time take
 * half as long as one by one.
 */
export function lookAt(codes: Uint16Array, start: number, end: number): number {
  let at = start;
  while (at < end && isTagSpace(codes[at]!)) at += 1;
  if (at === end) return LOOK.isBlank | LOOK.needsFolding;
  const kinds = KINDS;
  let all = 0;
  let pairs = 0;
  let before = 0;
  let parts = 0;
  for (at = start; at + 7 < end; at += 8) {
    const a = kinds[codes[at]!]!;
    const b = kinds[codes[at + 1]!]!;
    const c = kinds[codes[at + 2]!]!;
    const d = kinds[codes[at + 3]!]!;
    const e = kinds[codes[at + 4]!]!;
    const f = kinds[codes[at + 5]!]!;
    const g = kinds[codes[at + 6]!]!;
    const h = kinds[codes[at + 7]!]!;
    all |= a | b | c | d | e | f | g | h;
    const here = (before & a) | (a & b) | (b & c) | (c & d) | (d & e) | (e & f) | (f & g) | (g & h);
    before = h;
    if (here === 0) continue;
    pairs |= here;
    if ((here & KIND.figure) !== 0) parts |= partOf(at - start);
  }
  for (; at < end; at += 1) {
    const kind = kinds[codes[at]!]!;
    all |= kind;
    const here = before & kind;
    before = kind;
    if (here === 0) continue;
    pairs |= here;
    if ((here & KIND.figure) !== 0) parts |= partOf(at - start);
  }
  const isUneven = (all & KIND.otherSpace) !== 0 || (pairs & KIND.space) !== 0;
  return (
    (isUneven ? LOOK.needsFolding : 0) |
    ((all & KIND.ampersand) === 0 ? 0 : LOOK.hasEntity) |
    (parts === 0 ? 0 : LOOK.hasFigures | (parts << FIGURES_SHIFT))
  );
}

function partOf(place: number): number {
  return 1 << Math.min(place >> PART_SHIFT, LAST_PART);
}
