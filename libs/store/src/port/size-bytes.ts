const HALF = 2 ** 32;

/** How many bytes a whole number from zero up has; zero has none. */
export function bytesOfSize(size: number): number {
  let length = 0;
  for (let most = 1; size >= most; most *= 256) length += 1;
  return length;
}

/** Writes so many bytes of a whole number, the highest first, and says where they end. */
export function writeSize(
  target: Uint8Array,
  at: number,
  { size, length }: { readonly size: number; readonly length: number },
): number {
  const high = Math.floor(size / HALF);
  let place = at;
  for (let left = length - 1; left >= 0; left -= 1) {
    target[place] = left > 3 ? high >>> (8 * (left - 4)) : size >>> (8 * left);
    place += 1;
  }
  return place;
}
