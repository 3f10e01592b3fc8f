/** Where any of some words stands, in the order of the text; each is soon looked for, which an expression for all is not. */
export function* placesOf(text: string, words: readonly string[], most: number): Generator<number> {
  const next = words.map((word) => text.indexOf(word));
  for (let found = 0; found < most; found += 1) {
    let first = -1;
    for (let at = 0; at < next.length; at += 1) {
      if (next[at]! >= 0 && (first < 0 || next[at]! < next[first]!)) first = at;
    }
    if (first < 0) return;
    yield next[first]!;
    next[first] = text.indexOf(words[first]!, next[first]! + 1);
  }
}
