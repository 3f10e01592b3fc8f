import type { Socket } from 'node:net';
import { BEGINNING_BYTES, beginsLikeHttp, NotHttp, readHead } from './answer-head.ts';
import { ChunkLines } from './chunk-lines.ts';

/** More bytes of headers than allowed. */
export class HeadersTooLarge extends Error {
  override readonly name = 'HeadersTooLarge';
}

/**
 * Lets undici read what careless servers say. Its parser (llhttp) refuses heads and chunks that curl and browsers read,
 * and has no setting for most of them. So the bytes pass through here on their way: a head that keeps to the standard is
 * recognised by one regular expression and handed on as it is, the bytes of its body are not looked at, and only what is
 * odd is written anew. undici takes bytes by `read` when the socket is readable, and writes once for each request, which
 * is when a head is awaited. Answers before the real one (1xx) are kept from it, so that its limit of time for headers
 * is not begun again with each of them.
 */
export function tolerant<S extends Socket>(socket: S, maxHeaderBytes: number): S {
  new TolerantReading(socket, maxHeaderBytes);
  return socket;
}

class TolerantReading {
  readonly #socket: Socket;
  readonly #readRaw: (bytes?: number) => Buffer | null;
  readonly #maxHeaderBytes: number;
  /** What is looked at: the head of an answer, the lines between chunks, or nothing. */
  #state: 'head' | 'chunks' | 'rest' = 'rest';
  /** The bytes of a head that is not whole, and of those before it. */
  #head: Buffer | undefined;
  #headBytes = 0;
  #chunks = new ChunkLines();
  /** What is handed out next, whatever comes. */
  #next: Buffer | undefined;

  constructor(socket: Socket, maxHeaderBytes: number) {
    this.#socket = socket;
    this.#maxHeaderBytes = maxHeaderBytes;
    this.#readRaw = socket.read.bind(socket) as (bytes?: number) => Buffer | null;
    const write = socket.write.bind(socket) as (...given: unknown[]) => boolean;
    // By asking for nothing Node wakes a socket; nobody takes what that would give.
    socket.read = (bytes?: number): Buffer | null =>
      bytes === 0 ? this.#readRaw(0) : this.#read();
    socket.write = (...given: unknown[]): boolean => {
      this.#begin();
      return write(...given);
    };
    socket.once('end', () => this.#ended());
  }

  #begin(): void {
    this.#state = 'head';
    this.#head = undefined;
    this.#headBytes = 0;
  }

  #read(): Buffer | null {
    const ready = this.#next;
    if (ready !== undefined) {
      this.#next = undefined;
      return ready;
    }
    const bytes = this.#readRaw();
    if (bytes === null || this.#state === 'rest') return bytes;
    try {
      return (this.#state === 'head' ? this.#passHead(bytes) : this.#passChunks(bytes)) ?? null;
    } catch (error) {
      this.#socket.destroy(error as Error);
      return null;
    }
  }

  #passHead(came: Buffer): Buffer | undefined {
    let bytes = this.#head === undefined ? came : Buffer.concat([this.#head, came]);
    for (;;) {
      bytes = withoutEmptyLines(bytes);
      const end = endOfHead(bytes);
      if (this.#headBytes + (end < 0 ? bytes.length : end) > this.#maxHeaderBytes) {
        throw new HeadersTooLarge(`more than ${this.#maxHeaderBytes} bytes of headers`);
      }
      if (end < 0) return this.#keep(bytes);
      const { status, chunked, rewritten } = readHead(bytes.toString('latin1', 0, end));
      if (status === 101) throw new NotHttp('the server changes the protocol');
      if (status < 200) {
        this.#headBytes += end;
        bytes = bytes.subarray(end);
        continue;
      }
      this.#head = undefined;
      this.#state = chunked ? 'chunks' : 'rest';
      if (!chunked && rewritten === undefined) return bytes;
      return this.#passBody(bytes, end, rewritten);
    }
  }

  /** A head may come in pieces; but what cannot become one need not be waited for. */
  #keep(bytes: Buffer): undefined {
    if (bytes.length >= BEGINNING_BYTES && !beginsLikeHttp(bytes.toString('latin1', 0, 16))) {
      throw new NotHttp('no status line');
    }
    this.#head = bytes.length === 0 ? undefined : bytes;
  }

  #passBody(bytes: Buffer, end: number, rewritten: string | undefined): Buffer {
    const head =
      rewritten === undefined ? bytes.subarray(0, end) : Buffer.from(rewritten, 'latin1');
    const body = bytes.subarray(end);
    if (this.#state === 'rest') return Buffer.concat([head, body]);
    this.#chunks = new ChunkLines();
    const passed = body.length === 0 ? undefined : this.#passChunks(body);
    if (passed === body && rewritten === undefined) return bytes;
    return passed === undefined ? head : Buffer.concat([head, passed]);
  }

  #passChunks(bytes: Buffer): Buffer | undefined {
    const passed = this.#chunks.pass(bytes);
    if (this.#chunks.isDone) {
      this.#state = 'rest';
      // The answer is with undici when this turn is over, and no other request is on the connection yet.
      if (this.#chunks.isOdd) process.nextTick(() => this.#socket.destroy());
    }
    return passed;
  }

  /** Comes before undici hears of the end: it can still be handed what is missing of a body that is whole. */
  #ended(): void {
    if (this.#state !== 'chunks') return;
    const missing = this.#chunks.missingEnd();
    if (missing === undefined) return;
    this.#state = 'rest';
    this.#next = Buffer.from(missing, 'latin1');
    this.#socket.emit('readable');
  }
}

const [CR, LF] = [13, 10];

/** Lines left over from the answer before, or sent too early. */
function withoutEmptyLines(bytes: Buffer): Buffer {
  let at = 0;
  while (bytes[at] === CR || bytes[at] === LF) at += 1;
  return at === 0 ? bytes : bytes.subarray(at);
}

/** Where the empty line ends, whichever way lines end; -1 where it has not come. */
function endOfHead(bytes: Buffer): number {
  const usual = bytes.indexOf('\n\r\n', 0, 'latin1');
  const before = usual < 0 ? bytes : bytes.subarray(0, usual);
  const bare = before.indexOf('\n\n', 0, 'latin1');
  if (bare >= 0) return bare + 2;
  return usual < 0 ? -1 : usual + 3;
}
