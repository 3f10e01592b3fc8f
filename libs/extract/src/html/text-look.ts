import { isTagSpace } from './attributes.ts';

/** What one look at a text tells. */
export interface TextLook {
  /** It is indentation of the markup and nothing else. */
  readonly isBlank: boolean;
  /** It has white space that is not one plain space between two words. */
  readonly needsFolding: boolean;
  /** It has an ampersand, and so perhaps an entity. */
  readonly hasEntity: boolean;
  /** Where the second of the first two figures beside each other stands; -1 where there are none. */
  readonly figuresAt: number;
}

const SPACE = 1;
const OTHER_SPACE = 2;
const FIGURE = 3;
const AMPERSAND = 4;
/** What a character is to us; 0 is any other. */
const KINDS = new Uint8Array(0x1_0000);
KINDS[0x20] = SPACE;
// All that `\s` takes beside the plain space.
KINDS.fill(OTHER_SPACE, 0x09, 0x0e);
KINDS.fill(OTHER_SPACE, 0x2000, 0x200b);
for (const code of [0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff]) {
  KINDS[code] = OTHER_SPACE;
}
KINDS.fill(FIGURE, 0x30, 0x3a);
KINDS[0x26] = AMPERSAND;

const NEEDS_FOLDING = 1;
const HAS_ENTITY = 2;
const HAS_FIGURES = 4;
/** What a kind tells by the kind before it, eight numbers for each of those. Words and spaces follow each other without rule, so nothing is decided on the way. */
const TELLS = Uint8Array.from({ length: 64 }, (_, index) => {
  const [before, kind] = [index >> 3, index & 7];
  if (kind === OTHER_SPACE || (kind === SPACE && before === SPACE)) return NEEDS_FOLDING;
  if (kind === AMPERSAND) return HAS_ENTITY;
  return kind === FIGURE && before === FIGURE ? HAS_FIGURES : 0;
});

/** Looks at the texts of a page, each character once for all who want to know something of it. */
export class TextLooks {
  readonly #codes: Uint16Array;

  /** The characters of the page as numbers (see `withCodes`). */
  constructor(codes: Uint16Array) {
    this.#codes = codes;
  }

  look(start: number, end: number): TextLook {
    const codes = this.#codes;
    let at = start;
    while (at < end && isTagSpace(codes[at]!)) at += 1;
    if (at === end) return BLANK;
    let told = 0;
    let before = 0;
    for (at = start; at < end; at += 1) {
      const kind = KINDS[codes[at]!]!;
      told |= TELLS[(before << 3) | kind]!;
      before = kind;
    }
    return {
      isBlank: false,
      needsFolding: (told & NEEDS_FOLDING) !== 0,
      hasEntity: (told & HAS_ENTITY) !== 0,
      figuresAt: (told & HAS_FIGURES) === 0 ? -1 : this.#figuresAt(start),
    };
  }

  /** Where the second of two figures beside each other stands; there are some. */
  #figuresAt(start: number): number {
    let at = start + 1;
    while (KINDS[this.#codes[at]!] !== FIGURE || KINDS[this.#codes[at - 1]!] !== FIGURE) at += 1;
    return at;
  }
}

const BLANK: TextLook = { isBlank: true, needsFolding: true, hasEntity: false, figuresAt: -1 };
