/** One image that a `srcset` offers. */
export interface ImageCandidate {
  readonly url: string;
  /** In pixels, where the page says so. */
  readonly width?: number | undefined;
  /** Pixels of the image a pixel of the page; 1 where nothing is said. */
  readonly density?: number | undefined;
}

const SPACE = /[\t\n\f\r ]/;
const SPACES_AND_COMMAS = /[\t\n\f\r ,]*/y;
const NO_SPACES = /[^\t\n\f\r ]+/y;
const WHOLE_NUMBER = /^\d+$/;
const ANY_NUMBER = /^-?(?:\d+|\d*\.\d+)(?:[eE][+-]?\d+)?$/;

/** The images of a `srcset`, in their order, as the HTML standard parses it; those with wrong descriptors are left out. */
export function parseSrcset(srcset: string): ImageCandidate[] {
  const candidates: ImageCandidate[] = [];
  let at = 0;
  for (;;) {
    at = endOf(SPACES_AND_COMMAS, srcset, at);
    if (at >= srcset.length) return candidates;
    const end = endOf(NO_SPACES, srcset, at);
    const word = srcset.slice(at, end);
    const url = withoutCommas(word);
    const found = url === word ? readDescriptors(srcset, end) : { words: [], end };
    at = found.end;
    const candidate = candidateOf(url, found.words);
    if (candidate !== undefined) candidates.push(candidate);
  }
}

/** A word without the commas at its end. No pattern does it: one would look again from each of them. */
function withoutCommas(word: string): string {
  let end = word.length;
  while (end > 0 && word[end - 1] === ',') end -= 1;
  return word.slice(0, end);
}

function endOf(pattern: RegExp, text: string, start: number): number {
  pattern.lastIndex = start;
  return pattern.test(text) ? pattern.lastIndex : start;
}

/** Words up to a comma; one within parentheses ends nothing. */
function readDescriptors(srcset: string, start: number): { words: string[]; end: number } {
  const words: string[] = [];
  let word = '';
  let isInParens = false;
  for (let at = start; at < srcset.length; at += 1) {
    const letter = srcset[at]!;
    if (!isInParens && letter === ',') return { words: withWord(words, word), end: at + 1 };
    if (!isInParens && SPACE.test(letter)) {
      withWord(words, word);
      word = '';
      continue;
    }
    if (letter === '(') isInParens = true;
    else if (letter === ')') isInParens = false;
    word += letter;
  }
  return { words: withWord(words, word), end: srcset.length };
}

function withWord(words: string[], word: string): string[] {
  if (word !== '') words.push(word);
  return words;
}

function candidateOf(url: string, words: readonly string[]): ImageCandidate | undefined {
  const values = new Map<string, number>();
  for (const word of words) {
    const unit = word.at(-1)!;
    const value = valueOf(word.slice(0, -1), unit);
    if (value === undefined || values.has(unit) || !fits(unit, values)) return undefined;
    values.set(unit, value);
  }
  if (values.has('h') && !values.has('w')) return undefined;
  return { url, width: values.get('w'), density: values.get('x') };
}

function valueOf(text: string, unit: string): number | undefined {
  if (unit === 'x') {
    const density = ANY_NUMBER.test(text) ? Number(text) : -1;
    return density >= 0 ? density : undefined;
  }
  if (unit !== 'w' && unit !== 'h') return undefined;
  const pixels = WHOLE_NUMBER.test(text) ? Number(text) : 0;
  return pixels > 0 ? pixels : undefined;
}

/** A density stands alone; a width and a height may stand together. */
function fits(unit: string, values: ReadonlyMap<string, number>): boolean {
  return unit === 'x' ? values.size === 0 : !values.has('x');
}
