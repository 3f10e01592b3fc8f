/** Chunks have this many bytes, the last one perhaps fewer. */
export const CHUNK_BYTES = 512 * 1024;

/** Cuts and joins pieces of any size into chunks of one size; holds at most one chunk. */
export async function* chunksOf(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let chunk = new Uint8Array(CHUNK_BYTES);
  let used = 0;
  for await (const piece of source) {
    for (let at = 0; at < piece.length;) {
      const some = piece.subarray(at, at + CHUNK_BYTES - used);
      chunk.set(some, used);
      used += some.length;
      at += some.length;
      if (used < CHUNK_BYTES) continue;
      yield chunk;
      chunk = new Uint8Array(CHUNK_BYTES);
      used = 0;
    }
  }
  if (used > 0) yield chunk.subarray(0, used);
}
