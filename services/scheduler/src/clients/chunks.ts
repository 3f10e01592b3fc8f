/** What a request may hold: items, and about so many bytes, safely below the largest message. */
const MOST_BYTES = 2_000_000;

/** Cuts a batch into requests that others take. */
export function chunksOf<T>(
  items: readonly T[],
  { most, bytesOf }: { readonly most: number; readonly bytesOf: (item: T) => number },
): T[][] {
  const chunks: T[][] = [];
  let bytes = Infinity;
  for (const item of items) {
    const size = bytesOf(item);
    if (bytes + size > MOST_BYTES || chunks.at(-1)!.length >= most) {
      chunks.push([]);
      bytes = 0;
    }
    chunks.at(-1)!.push(item);
    bytes += size;
  }
  return chunks;
}
