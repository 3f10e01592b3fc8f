import type { Line } from '../import/lines.ts';
import { type BadLine, SHOWN_BAD_LINES } from '../import/url-batches.ts';
import { bad, type LeftOut, type ReadLine, type VisitLine } from './visit-line.ts';

/** What became of lines before anything was sent. */
export interface LineCounts {
  readonly skipped: Readonly<Record<string, number>>;
  readonly bad: Readonly<Record<string, number>>;
  /** The first few of those that are bad. */
  readonly badLines: readonly BadLine[];
}

/** Some visits, and where the input stands once they are acknowledged. */
export interface VisitBatch extends LineCounts {
  readonly visits: readonly (readonly VisitLine[])[];
  readonly endBytes: number;
  readonly endLine: number;
}

/** Each message is flushed to a disk before the next one is read. */
const MOST_VISITS = 5_000;
/** A message has a largest size, and some URLs are long. */
const MOST_CHARACTERS = 1_000_000;
/** Messages that one stream has: all are kept until it is answered, and sent again where it is not. */
const MOST_MESSAGES = 2;
/** Junk must not keep progress from being told. */
const MOST_LINES = 100_000;

const TOO_LONG = bad('longer than any line may be');

/** Gathers lines into what one stream takes, numbered from the one after `line`. */
export async function* visitBatches(
  lines: AsyncIterable<readonly Line[]>,
  read: ReadLine,
  { line, hasHeader }: { readonly line: number; readonly hasHeader: boolean },
): AsyncGenerator<VisitBatch> {
  let batch = new Gathering(line);
  for await (const some of lines) {
    for (const { text, endBytes } of some) {
      const isHeader = hasHeader && batch.endLine === 0;
      batch.pass(endBytes);
      const trimmed = text?.trim();
      if (isHeader || trimmed === '') continue;
      const found = trimmed === undefined ? TOO_LONG : read(trimmed);
      if ('left' in found) batch.leaveOut(found);
      else batch.add(found);
      if (!batch.isFull) continue;
      yield batch;
      batch = new Gathering(batch.endLine);
    }
  }
  if (batch.endBytes > 0) yield batch;
}

class Gathering implements VisitBatch {
  readonly visits: VisitLine[][] = [];
  readonly skipped: Record<string, number> = {};
  readonly bad: Record<string, number> = {};
  readonly badLines: BadLine[] = [];
  readonly #firstLine: number;
  endBytes = 0;
  endLine: number;
  #characters = 0;

  constructor(line: number) {
    this.#firstLine = line;
    this.endLine = line;
  }

  get isFull(): boolean {
    const last = this.visits.at(-1);
    const isLastFull = this.#isFull(last);
    return (
      (this.visits.length === MOST_MESSAGES && isLastFull) ||
      this.endLine - this.#firstLine >= MOST_LINES
    );
  }

  pass(endBytes: number): void {
    this.endLine += 1;
    this.endBytes = endBytes;
  }

  add(visit: VisitLine): void {
    let last = this.visits.at(-1);
    if (last === undefined || this.#isFull(last)) {
      this.visits.push((last = []));
      this.#characters = 0;
    }
    last.push(visit);
    const { url, referrer, readerKey, userAgent } = visit;
    this.#characters += url.length + referrer.length + readerKey.length + userAgent.length;
  }

  leaveOut({ left, why }: LeftOut): void {
    this[left][why] = (this[left][why] ?? 0) + 1;
    if (left === 'skipped' || this.badLines.length >= SHOWN_BAD_LINES) return;
    this.badLines.push({ line: this.endLine, why });
  }

  #isFull(message: readonly VisitLine[] | undefined): boolean {
    if (message === undefined) return false;
    return message.length >= MOST_VISITS || this.#characters >= MOST_CHARACTERS;
  }
}
