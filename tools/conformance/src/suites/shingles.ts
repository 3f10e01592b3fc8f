const WORDS = /[\p{L}\p{M}\p{N}_]+/gu;
const LENGTH = 4;

/** How many runs of four words two texts share, and how many each has; one that comes twice counts twice. */
export function sharedShingles(first: string, second: string) {
  const [ofFirst, ofSecond] = [shingles(first), shingles(second)];
  let shared = 0;
  for (const [shingle, count] of ofSecond) shared += Math.min(count, ofFirst.get(shingle) ?? 0);
  return { shared, first: total(ofFirst), second: total(ofSecond) };
}

function shingles(text: string): Map<string, number> {
  const words = text.match(WORDS) ?? [];
  const counts = new Map<string, number>();
  for (let at = 0; at + LENGTH <= words.length; at += 1) {
    const shingle = words.slice(at, at + LENGTH).join(' ');
    counts.set(shingle, (counts.get(shingle) ?? 0) + 1);
  }
  return counts;
}

function total(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}
