/** Text as a reader sees it: runs of white space are one space, and each block is a line. */
export class FoldedText {
  readonly #maxCharacters: number;
  #text = '';
  /** What stands before the next word, unless it is the first. */
  #gap: '' | ' ' | '\n' = '';
  /** Whether some was left out. */
  truncated = false;
  /** Where each line begins. */
  readonly lineStarts: number[] = [];

  constructor(maxCharacters: number) {
    this.#maxCharacters = maxCharacters;
  }

  /** How long it is so far, without what stands before the next word. */
  get length(): number {
    return this.#text.length;
  }

  add(text: string): void {
    if (NEEDS_FOLDING.test(text)) this.addUnfolded(text);
    else this.addFolded(text);
  }

  /** The same of text that is known to have some white space other than one plain space between two words. */
  addUnfolded(text: string): void {
    this.addFolded(text.replace(WHITE_SPACE, ' '));
  }

  /** The same of text without such white space; most is like that, and is taken as it is. */
  addFolded(text: string): void {
    const begin = text.startsWith(' ') ? 1 : 0;
    const end = text.endsWith(' ') ? text.length - 1 : text.length;
    if (begin === 1) this.#space();
    if (begin < end) this.#append(text.slice(begin, end));
    if (end < text.length) this.#space();
  }

  /** A block begins or ends here. */
  breakLine(): void {
    this.#gap = '\n';
  }

  /** Decoders and entities give whole characters alone; only where text is cut may half of a pair be left. */
  toString(): string {
    return this.truncated ? this.#text.toWellFormed() : this.#text;
  }

  #space(): void {
    if (this.#gap === '') this.#gap = ' ';
  }

  #append(words: string): void {
    const isFirst = this.#text === '';
    const more = isFirst ? words : this.#gap + words;
    const isLine = isFirst || this.#gap === '\n';
    this.#gap = '';
    const room = this.#maxCharacters - this.#text.length;
    if (more.length > room) this.truncated = true;
    if (room <= 0) return;
    if (isLine) this.lineStarts.push(isFirst ? 0 : this.#text.length + 1);
    this.#text += more.length > room ? more.slice(0, room) : more;
  }
}

const WHITE_SPACE = /\s+/g;
/** White space that is not one plain space. Naming its characters lets the expression be twice as fast as `[^\S ]` is. */
const NEEDS_FOLDING = /[\t-\r\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]| {2}/;

/** One space for each run of white space, none at the ends. */
export function fold(text: string): string {
  const folded = NEEDS_FOLDING.test(text) ? text.replace(WHITE_SPACE, ' ') : text;
  const begin = folded.startsWith(' ') ? 1 : 0;
  const end = folded.endsWith(' ') ? folded.length - 1 : folded.length;
  return begin < end ? folded.slice(begin, end) : '';
}

/** At most so many characters, never half of a pair, of text that is folded. */
export function shortened(text: string, maxCharacters: number): string {
  const folded = fold(text.length > 20 * maxCharacters ? text.slice(0, 20 * maxCharacters) : text);
  if (folded.length <= maxCharacters) return folded;
  const cut = folded.charCodeAt(maxCharacters - 1);
  const isPair = cut >= 0xd800 && cut <= 0xdbff;
  return folded.slice(0, isPair ? maxCharacters - 1 : maxCharacters);
}
