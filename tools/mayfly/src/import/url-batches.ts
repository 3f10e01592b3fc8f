import type { Line } from './lines.ts';
import { readUrlLine, type UrlLine } from './url-line.ts';

/** A line that cannot be used, and why. */
export interface BadLine {
  readonly line: number;
  readonly why: string;
}

/** Some URLs, and where the input stands once they are acknowledged. */
export interface UrlBatch {
  readonly urls: readonly UrlLine[];
  readonly bad: number;
  /** The first few of those that are bad. */
  readonly badLines: readonly BadLine[];
  readonly endBytes: number;
  readonly endLine: number;
}

const MOST_URLS = 1_000;
/** A message has a largest size, and some URLs are long. */
const MOST_CHARACTERS = 500_000;

/** Of so many bad lines something is said; the others are counted. */
export const SHOWN_BAD_LINES = 5;

/** Gathers lines into batches, numbered from the one after `line`. Only the last one may be without a URL. */
export async function* batchesOf(
  lines: AsyncIterable<readonly Line[]>,
  line: number,
): AsyncGenerator<UrlBatch> {
  let urls: UrlLine[] = [];
  let bad = 0;
  let badLines: BadLine[] = [];
  let characters = 0;
  let endBytes = 0;
  let endLine = line;
  for await (const some of lines) {
    for (const { text, endBytes: end } of some) {
      endLine += 1;
      endBytes = end;
      const read = readUrlLine(text);
      if (typeof read === 'string') {
        bad += 1;
        if (bad <= SHOWN_BAD_LINES) badLines.push({ line: endLine, why: read });
      } else if (read !== undefined) {
        urls.push(read);
        characters += read.url.length + read.group.length;
      }
      if (urls.length < MOST_URLS && characters < MOST_CHARACTERS) continue;
      yield { urls, bad, badLines, endBytes, endLine };
      [urls, bad, badLines, characters] = [[], 0, [], 0];
    }
  }
  if (urls.length + bad > 0) yield { urls, bad, badLines, endBytes, endLine };
}
