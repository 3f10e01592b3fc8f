/** Stands between blocks until the text is folded; no document means it. */
const BLOCK = '\u0001';

/** Text as a reader sees it: runs of white space are one space, and each block is a line. */
export class FoldedText {
  readonly #maxCharacters: number;
  #text = '';
  /** Whether some was left out. */
  truncated = false;

  constructor(maxCharacters: number) {
    this.#maxCharacters = maxCharacters;
  }

  add(text: string): void {
    const room = this.#maxCharacters - this.#text.length;
    if (text.length > room) this.truncated = true;
    if (room > 0) this.#text += text.length > room ? text.slice(0, room) : text;
  }

  /** A block begins or ends here. */
  breakLine(): void {
    if (this.#text.length < this.#maxCharacters) this.#text += BLOCK;
  }

  toString(): string {
    const lines = fold(this.#text).replace(/ ?\u0001[\u0001 ]*/g, '\n');
    const begin = lines.startsWith('\n') ? 1 : 0;
    return lines.slice(begin, lines.endsWith('\n') ? -1 : undefined).toWellFormed();
  }
}

/** White space that is not one space already: most is, and what need not change costs nothing. */
const TO_FOLD = / \s+|[^\S ]\s*/g;

/** One space for each run of white space, none at the ends. */
export function fold(text: string): string {
  return text.replace(TO_FOLD, ' ').trim();
}

/** At most so many characters, never half of a pair, of text that is folded. */
export function shortened(text: string, maxCharacters: number): string {
  const folded = fold(text.length > 20 * maxCharacters ? text.slice(0, 20 * maxCharacters) : text);
  if (folded.length <= maxCharacters) return folded.toWellFormed();
  const cut = folded.charCodeAt(maxCharacters - 1);
  const isPair = cut >= 0xd800 && cut <= 0xdbff;
  return folded.slice(0, isPair ? maxCharacters - 1 : maxCharacters).toWellFormed();
}
