/**
 * A word that is looked for by its end alone, which is short and begins with a seldom letter: the platform hops from one
 * such letter to the next, and has a slower way for what is longer than six.
 */
export interface SoughtWord {
  /** What stands before that end. */
  readonly before: string;
  readonly end: string;
}

/** The first answer of `look`, which is told where any of some words stands, in the order of the text. */
export function firstAt<Found>(
  text: string,
  words: readonly SoughtWord[],
  most: number,
  look: (at: number) => Found | undefined,
): Found | undefined {
  const next = words.map((word) => placeOf(text, word, 0));
  for (let looks = 0; looks < most; looks += 1) {
    let first = -1;
    for (let at = 0; at < next.length; at += 1) {
      if (next[at]! >= 0 && (first < 0 || next[at]! < next[first]!)) first = at;
    }
    if (first < 0) return undefined;
    const found = look(next[first]!);
    if (found !== undefined) return found;
    next[first] = placeOf(text, words[first]!, next[first]! + 1);
  }
  return undefined;
}

function placeOf(text: string, { before, end }: SoughtWord, from: number): number {
  let at = text.indexOf(end, from + before.length);
  while (at >= 0 && !text.startsWith(before, at - before.length)) at = text.indexOf(end, at + 1);
  return at < 0 ? -1 : at - before.length;
}
