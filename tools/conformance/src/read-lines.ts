import { createReadStream } from 'node:fs';
import { createBrotliDecompress } from 'node:zlib';
import { pipeline } from 'node:stream';

const LINE_END = 10;

/**
 * The lines of a file, one at a time. Only a line feed ends a line: `node:readline` would also cut at
 * U+2028, which may stand in JSON as it is.
 */
export async function* readLines(path: string): AsyncGenerator<string> {
  let parts: Buffer[] = [];
  for await (const chunk of bytesOf(path)) {
    let begin = 0;
    for (let end = chunk.indexOf(LINE_END); end >= 0; end = chunk.indexOf(LINE_END, begin)) {
      yield Buffer.concat([...parts, chunk.subarray(begin, end)]).toString('utf8');
      parts = [];
      begin = end + 1;
    }
    if (begin < chunk.length) parts.push(chunk.subarray(begin));
  }
  if (parts.length > 0) yield Buffer.concat(parts).toString('utf8');
}

function bytesOf(path: string): AsyncIterable<Buffer> {
  const file = createReadStream(path);
  if (!path.endsWith('.br')) return file;
  // The reader of the last stream hears of every error; nobody has to hear of it twice.
  return pipeline(file, createBrotliDecompress(), () => undefined);
}
