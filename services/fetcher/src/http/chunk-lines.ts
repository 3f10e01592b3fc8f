import { NotHttp } from './answer-head.ts';

/** More than this before a line ends is no line. */
const LONGEST_LINE = 16_384;
const PLAIN = /^[\da-f]{1,13}\r$/i;
/** The number may have spaces and extensions after it, and the line may end without a carriage return. */
const SIZE = /^0*([\da-f]{1,13})[ \t]*(?:;[^]*)?$/i;
/** What can still become such a line. */
const BEGUN = /^[\da-f]*[ \t]*(?:;[^]*|\r)?$/i;
const LF = 10;

/**
 * Follows a chunked body, jumping over its data, and writes anew what stands between chunks where a strict parser would
 * refuse it and curl or a browser would not: line ends without a carriage return, spaces, extensions, trailers.
 */
export class ChunkLines {
  /** Whether anything had to be written anew. */
  isOdd = false;
  #state: 'size' | 'data' | 'after' | 'trailer' | 'done' = 'size';
  #left = 0;
  /** A line of which the end has not come yet. */
  #line = '';
  #trailerBytes = 0;

  get isDone(): boolean {
    return this.#state === 'done';
  }

  /** The same bytes, or other ones that mean the same; undefined where nothing can be handed on yet. */
  pass(bytes: Buffer): Buffer | undefined {
    const parts: Buffer[] = [];
    let [at, from] = [0, 0];
    while (at < bytes.length && this.#state !== 'done') {
      if (this.#state === 'data') {
        at += this.#skipData(bytes.length - at);
        continue;
      }
      const end = bytes.indexOf(LF, at);
      const next = end < 0 ? bytes.length : end + 1;
      const instead = this.#takePart(bytes.toString('latin1', at, next));
      if (instead !== undefined) {
        parts.push(bytes.subarray(from, at), Buffer.from(instead, 'latin1'));
        from = next;
      }
      at = next;
    }
    if (parts.length === 0) return bytes;
    const passed = Buffer.concat([...parts, bytes.subarray(from)]);
    return passed.length === 0 ? undefined : passed;
  }

  /**
   * What is missing of a body whose connection ended: nothing but the last chunk, and it is whole, as browsers have it.
   * Undefined where data is missing.
   */
  missingEnd(): string | undefined {
    if (this.#line !== '' && this.#line !== '\r') return undefined;
    if (this.#state === 'size') return '0\r\n\r\n';
    if (this.#state === 'after') return '\r\n0\r\n\r\n';
    return this.#state === 'trailer' ? '\r\n' : undefined;
  }

  #skipData(most: number): number {
    const skipped = Math.min(this.#left, most);
    this.#left -= skipped;
    if (this.#left === 0) this.#state = 'after';
    return skipped;
  }

  /** Takes a line or a part of one; answers what has to stand there instead, or undefined where it may stay. */
  #takePart(text: string): string | undefined {
    const line = this.#line + text;
    if (line.length > LONGEST_LINE) throw new NotHttp('a chunk without a size');
    const [isWhole, isSplit] = [text.endsWith('\n'), this.#line !== ''];
    this.#line = isWhole ? '' : line;
    if (!isWhole) {
      if (this.#state === 'size' && !BEGUN.test(line)) throw new NotHttp('a chunk without a size');
      return '';
    }
    const instead = this.#take(line.slice(0, -1));
    if (instead !== undefined) this.isOdd = true;
    return instead ?? (isSplit ? line : undefined);
  }

  /** Takes a line without its LF; answers what has to stand there instead, or undefined where it may stay. */
  #take(line: string): string | undefined {
    if (this.#state === 'size') return this.#takeSize(line);
    if (this.#state === 'trailer') return this.#takeTrailer(line);
    if (line !== '\r' && line !== '') throw new NotHttp('a chunk longer than its size');
    this.#state = 'size';
    return line === '\r' ? undefined : '\r\n';
  }

  #takeSize(line: string): string | undefined {
    const [, digits] = SIZE.exec(line.replace(/\r$/, '')) ?? [];
    if (digits === undefined) throw new NotHttp('a chunk without a size');
    this.#left = Number.parseInt(digits, 16);
    this.#state = this.#left === 0 ? 'trailer' : 'data';
    return PLAIN.test(line) ? undefined : `${digits}\r\n`;
  }

  /** Trailers are left out: nothing of them is ever used. */
  #takeTrailer(line: string): string | undefined {
    if (line === '\r' || line === '') {
      this.#state = 'done';
      return line === '\r' ? undefined : '\r\n';
    }
    this.#trailerBytes += line.length;
    if (this.#trailerBytes > LONGEST_LINE) throw new NotHttp('trailers without an end');
    return '';
  }
}
