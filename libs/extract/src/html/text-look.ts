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

/**
 * Looks at a text of a page, whose characters are given as numbers (see `withCodes`), each once for all who want to know
 * something of it. Words and spaces follow each other without rule, so nothing is decided on the way; four at a time take
 * a third less.
 */
export function lookAt(codes: Uint16Array, start: number, end: number): number {
  let at = start;
  while (at < end && isTagSpace(codes[at]!)) at += 1;
  if (at === end) return LOOK.isBlank | LOOK.needsFolding;
  let all = 0;
  let pairs = 0;
  let before = 0;
  for (at = start; at + 3 < end; at += 4) {
    const first = KINDS[codes[at]!]!;
    const second = KINDS[codes[at + 1]!]!;
    const third = KINDS[codes[at + 2]!]!;
    const fourth = KINDS[codes[at + 3]!]!;
    all |= first | second | third | fourth;
    pairs |= (before & first) | (first & second) | (second & third) | (third & fourth);
    before = fourth;
  }
  for (; at < end; at += 1) {
    const kind = KINDS[codes[at]!]!;
    all |= kind;
    pairs |= before & kind;
    before = kind;
  }
  const isUneven = (all & KIND.otherSpace) !== 0 || (pairs & KIND.space) !== 0;
  return (
    (isUneven ? LOOK.needsFolding : 0) |
    ((all & KIND.ampersand) === 0 ? 0 : LOOK.hasEntity) |
    ((pairs & KIND.figure) === 0 ? 0 : LOOK.hasFigures)
  );
}
