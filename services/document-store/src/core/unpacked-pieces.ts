import { pipeline, Readable } from 'node:stream';
import { createZstdDecompress } from 'node:zlib';

/** Unpacks piece by piece, in pieces of at most so many bytes. */
export async function* unpackedPieces(
  packed: AsyncIterable<Uint8Array>,
  { isZstd, pieceBytes }: { readonly isZstd: boolean; readonly pieceBytes: number },
): AsyncGenerator<Uint8Array> {
  for await (const piece of isZstd ? unzstd(packed, pieceBytes) : packed) {
    for (let at = 0; at < piece.length; at += pieceBytes) {
      yield piece.subarray(at, at + pieceBytes);
    }
  }
}

function unzstd(packed: AsyncIterable<Uint8Array>, chunkSize: number): AsyncIterable<Uint8Array> {
  const unpacked = createZstdDecompress({ chunkSize });
  // What fails on the way ends the last stream with that error, and whoever reads it hears of it.
  pipeline(Readable.from(packed, { objectMode: true }), unpacked, () => {});
  return unpacked as AsyncIterable<Uint8Array>;
}
