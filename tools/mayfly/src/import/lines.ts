/** One line of an input. */
export interface Line {
  /** Without its end; undefined where it is longer than any line that could be meant. */
  readonly text: string | undefined;
  /** Bytes of the input up to its end. */
  readonly endBytes: number;
}

const NEWLINE = 0x0a;
/** Longer than any URL with all that may be said of it. */
export const LONGEST_LINE_BYTES = 64 * 1_024;

/** Cuts an input into lines, holding no more of it than one chunk and one line. */
export async function* linesOf(
  chunks: AsyncIterable<Buffer>,
  skipBytes: number,
): AsyncGenerator<Line[]> {
  let atBytes = 0;
  let rest: Buffer = Buffer.alloc(0);
  let restBytes = 0;
  for await (const whole of chunks) {
    const skipped = Math.min(whole.length, Math.max(0, skipBytes - atBytes));
    atBytes += skipped;
    const chunk = whole.subarray(skipped);
    const lines: Line[] = [];
    let from = 0;
    for (let to = chunk.indexOf(NEWLINE); to !== -1; to = chunk.indexOf(NEWLINE, from)) {
      const bytes = restBytes + to - from;
      const text = bytes > LONGEST_LINE_BYTES ? undefined : textOf(rest, chunk.subarray(from, to));
      atBytes += bytes + 1;
      lines.push({ text, endBytes: atBytes });
      rest = Buffer.alloc(0);
      restBytes = 0;
      from = to + 1;
    }
    restBytes += chunk.length - from;
    // Of a line that is too long only its length is of interest.
    if (restBytes > LONGEST_LINE_BYTES) rest = Buffer.alloc(0);
    else rest = Buffer.concat([rest, chunk.subarray(from)]);
    if (lines.length > 0) yield lines;
  }
  if (restBytes === 0) return;
  const text = restBytes > LONGEST_LINE_BYTES ? undefined : textOf(rest, Buffer.alloc(0));
  yield [{ text, endBytes: atBytes + restBytes }];
}

function textOf(rest: Buffer, more: Buffer): string {
  return rest.length === 0 ? more.toString() : Buffer.concat([rest, more]).toString();
}
