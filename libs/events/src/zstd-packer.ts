import { constants, type ZstdOptions } from 'node:zlib';
import { ZstdCompress, type ZlibOptions } from 'minizlib';

/** What comes out at a time: most pages come out in one piece, and are copied once. */
const PIECE_BYTES = 64 * 1024;

/**
 * Packs one thing after another, each into a frame of its own, with one context for all. Whoever makes a context for
 * every page pays as much for that as for a fourth of the packing, and leaves a megabyte to the garbage collector.
 */
export class ZstdPacker {
  readonly #level: number;
  #context: ZstdCompress | undefined;
  #pieces: Uint8Array[] = [];

  constructor(level: number) {
    this.#level = level;
  }

  pack(bytes: Uint8Array): Uint8Array {
    const { buffer, byteOffset, byteLength } = bytes;
    this.#pieces = [];
    const context = (this.#context ??= this.#open());
    // Until it has gone well: a context that failed takes everything after that and gives nothing.
    this.#context = undefined;
    context.write(Buffer.from(buffer, byteOffset, byteLength));
    const [first, ...others] = this.#pieces;
    if (first === undefined) throw new Error('zstd gave nothing');
    this.#context = context;
    return others.length === 0 ? first : Buffer.concat(this.#pieces);
  }

  #open(): ZstdCompress {
    // Its types know nothing of what zlib takes for zstd, and it hands all of that on.
    const options: ZlibOptions & ZstdOptions = {
      params: { [constants.ZSTD_c_compressionLevel]: this.#level },
      // Every write ends a frame, so that the next one begins anew.
      flush: constants.ZSTD_e_end,
      chunkSize: PIECE_BYTES,
    };
    const context = new ZstdCompress(options);
    context.on('data', (piece) => this.#pieces.push(piece));
    return context;
  }
}
