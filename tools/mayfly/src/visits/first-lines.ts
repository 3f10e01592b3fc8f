import { linesOf } from '../import/lines.ts';

/** By so much of its beginning an input is judged. */
const MOST_LINES = 20;
const MOST_BYTES = 256 * 1_024;
const NEWLINE = 0x0a;

/** The beginning of an input, which comes once more with the rest of it. */
export interface Beginning {
  /** The first lines that are not empty. */
  readonly first: readonly string[];
  readonly whole: AsyncGenerator<Buffer>;
  /** Nobody reads the rest. */
  readonly close: () => Promise<void>;
}

export async function firstLines(chunks: AsyncIterable<Buffer>): Promise<Beginning> {
  const iterator = chunks[Symbol.asyncIterator]();
  const seen: Buffer[] = [];
  let isOver = false;
  for (let [lines, bytes] = [0, 0]; lines < MOST_LINES && bytes < MOST_BYTES && !isOver;) {
    const next = await iterator.next();
    isOver = next.done === true;
    if (next.done === true) break;
    seen.push(next.value);
    bytes += next.value.length;
    for (const byte of next.value) if (byte === NEWLINE) lines += 1;
  }
  const first: string[] = [];
  for await (const lines of linesOf(each(seen), 0)) {
    for (const { text = '' } of lines) {
      if (first.length < MOST_LINES && text.trim() !== '') first.push(text.trim());
    }
  }
  const whole = async function* (): AsyncGenerator<Buffer> {
    yield* seen;
    if (!isOver) yield* { [Symbol.asyncIterator]: () => iterator };
  };
  return { first, whole: whole(), close: async () => void (await iterator.return?.()) };
}

async function* each(chunks: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield* chunks;
}
