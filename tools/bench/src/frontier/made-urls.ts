/** Which URLs a run is about. */
export interface UrlShape {
  readonly hosts: number;
  /** Whether neighbours lie on different hosts, instead of on one as the links of a page do. */
  readonly scatter: boolean;
  /** What the names of its hosts begin with: those of a warm-up are others. */
  readonly letter?: string;
}

/** Links of one page to one host. */
const RUN = 25;
const URL_LENGTH = 70;
/** A prime: runs go over the hosts in an order that no table has. */
const STRIDE = 1_000_003;

/** The host of a URL by its number. */
export function hostAt(at: number, { hosts, scatter, letter = 'h' }: UrlShape): string {
  const run = scatter ? at : Math.floor(at / RUN);
  return `${letter}${String((run * STRIDE) % hosts).padStart(7, '0')}.test`;
}

/** A URL by its number, of 70 characters; every number has another one. */
export function urlAt(at: number, shape: UrlShape): string {
  const start = `http://${hostAt(at, shape)}/story/`;
  const end = `-${at.toString(36).padStart(7, '0')}.html`;
  return start + WORDS.slice(0, URL_LENGTH - start.length - end.length) + end;
}

const WORDS = 'what-the-harbour-said-of-the-long-winter-and-of-boats';

/** Batches of numbers from `from` up to `to`; the last one may be smaller. */
export function* batchesOf(from: number, to: number, size: number): Generator<number[]> {
  for (let at = from; at < to; at += size) {
    yield Array.from({ length: Math.min(size, to - at) }, (_, more) => at + more);
  }
}

/** Batches of `count` numbers out of the first `all`, whole runs spread evenly over them. */
export function* sampleOf(all: number, count: number, size: number): Generator<number[]> {
  const runs = Math.floor(count / RUN);
  const allRuns = Math.floor(all / RUN);
  let batch: number[] = [];
  for (let at = 0; at < runs; at += 1) {
    const first = Math.floor((at * allRuns) / runs) * RUN;
    for (let more = 0; more < RUN; more += 1) batch.push(first + more);
    if (batch.length + RUN <= size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
