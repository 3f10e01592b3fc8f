/** Most text has nothing to fold, and looking costs a tenth of replacing each space by itself. */
const TO_FOLD = /[^\S ]| {2}/;

/** Text as a reader sees it: runs of white space are one space, and each block is a line. */
export class FoldedText {
  readonly #lines: string[] = [];
  /** The block under way, as it came. */
  #line = '';
  /** Characters that may still come; the end of a block counts as one. */
  #room: number;
  /** Whether some was left out. */
  truncated = false;

  constructor(maxCharacters: number) {
    this.#room = maxCharacters;
  }

  add(text: string): void {
    if (text.length > this.#room) this.truncated = true;
    const taken = text.length > this.#room ? text.slice(0, this.#room) : text;
    this.#line += taken;
    this.#room -= taken.length;
  }

  /** A block begins or ends here. */
  breakLine(): void {
    if (this.#room > 0) this.#room -= 1;
    if (this.#line === '') return;
    const line = fold(this.#line);
    if (line !== '') this.#lines.push(line);
    this.#line = '';
  }

  toString(): string {
    this.breakLine();
    return this.#lines.join('\n').toWellFormed();
  }
}

/** One space for each run of white space, none at the ends. */
export function fold(text: string): string {
  return (TO_FOLD.test(text) ? text.replace(/\s+/g, ' ') : text).trim();
}

/** At most so many characters, never half of a pair, of text that is folded. */
export function shortened(text: string, maxCharacters: number): string {
  const folded = fold(text.length > 20 * maxCharacters ? text.slice(0, 20 * maxCharacters) : text);
  if (folded.length <= maxCharacters) return folded.toWellFormed();
  const cut = folded.charCodeAt(maxCharacters - 1);
  const isPair = cut >= 0xd800 && cut <= 0xdbff;
  return folded.slice(0, isPair ? maxCharacters - 1 : maxCharacters).toWellFormed();
}
