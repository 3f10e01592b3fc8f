/** Deals every card once, in random order, before it deals any again: so that a long run leaves nobody out. */
export function deckOf<T>(cards: readonly T[], random: () => number): () => T {
  let left: T[] = [];
  return () => {
    if (left.length === 0) left = [...cards];
    const [card] = left.splice(Math.floor(random() * left.length), 1);
    if (card === undefined) throw new Error('a deck needs cards');
    return card;
  };
}

/** Any one of them. */
export function anyOf<T>(items: readonly T[], random: () => number): T {
  return deckOf(items, random)();
}
