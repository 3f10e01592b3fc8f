import type {
  FrontierServiceDefinition,
  Submission,
  SubmitUrlsRequest,
} from '@mayfly/contracts/frontier/v1';
import { CrawlError, isRetryable } from '@mayfly/errors';
import type { Client } from '@mayfly/grpc';
import type { AtOwners } from './at-owners.ts';
import type { Input } from './input.ts';
import { linesOf } from './lines.ts';
import { type Counts, NO_COUNTS, withBatch } from './submitted.ts';
import { batchesOf, type UrlBatch } from './url-batches.ts';
import type { UrlLine } from './url-line.ts';

/** How far an import has come: everything before is acknowledged. */
export interface Place {
  readonly bytes: number;
  readonly line: number;
  readonly counts: Counts;
}

export const BEGINNING: Place = { bytes: 0, line: 0, counts: NO_COUNTS };

/** One import. */
export interface Import {
  /** The frontier, wherever it is by now. */
  readonly client: () => Promise<Pick<Client<typeof FrontierServiceDefinition>, 'submitUrlStream'>>;
  readonly input: Input;
  readonly crawl: string;
  readonly from: Place;
  /** Told of every place that is reached. */
  readonly reached: (place: Place) => Promise<void>;
  /** Aborted when it is to end: what was sent is answered, and no more is read. */
  readonly stop: AbortSignal;
  /** Waits before another try. */
  readonly wait: (ms: number) => Promise<void>;
  /** Asks other replicas for what they own. */
  readonly owners: Pick<AtOwners, 'complete'>;
}

const BATCHES_UNDER_WAY = 6;
const STREAM_MS = 24 * 3_600_000;
/** A frontier that starts again is back within a minute, or somebody should look. */
const TRIES = 30;
const AGAIN_MS = 2_000;

/** Submits all URLs of an input, in its order. A frontier that is away for a while is waited for. */
export async function importUrls(order: Import): Promise<{ place: Place; hasEnded: boolean }> {
  const { input, from, stop } = order;
  const lines = linesOf(input.read(from.bytes), input.skipBytes(from.bytes));
  const offset = from.bytes - input.skipBytes(from.bytes);
  const batches = batchesOf(lines, from.line);
  const unanswered: UrlBatch[] = [];
  let place = from;
  let tries = 0;
  let hasEnded = false;
  let coming: Promise<UrlBatch | undefined> | undefined;
  const nextBatch = async (): Promise<UrlBatch | undefined> => {
    if (stop.aborted || hasEnded) return undefined;
    const read = await unlessStopped(batches.next(), stop);
    if (read === undefined) return undefined;
    if (read.done === true) hasEnded = true;
    return read.done === true ? undefined : read.value;
  };
  const next = () => (coming ??= nextBatch());
  const taken = (batch: UrlBatch) => {
    coming = undefined;
    unanswered.push(batch);
  };
  const answered = async (counts: Counts, { endBytes, endLine }: UrlBatch) => {
    tries = 0;
    place = { bytes: offset + endBytes, line: endLine, counts };
    await order.reached(place);
  };
  try {
    for (;;) {
      try {
        await oneStream(order, { unanswered, next, taken, answered, counts: () => place.counts });
        break;
      } catch (error) {
        tries += 1;
        if (!isRetryable(error) || tries > TRIES || stop.aborted) throw error;
        await order.wait(AGAIN_MS);
      }
    }
  } finally {
    // Not waited for: standard input may never say anything again.
    batches.return(undefined).catch(() => {});
    input.close();
  }
  return { place, hasEnded: hasEnded && unanswered.length === 0 };
}

/** What comes of work; undefined where somebody stops waiting for it. No race: the signal outlives all that it is waited with. */
function unlessStopped<T>(work: Promise<T>, stop: AbortSignal): Promise<T | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<T | undefined>();
  const leave = () => resolve(undefined);
  stop.addEventListener('abort', leave);
  work.then(resolve, reject).finally(() => stop.removeEventListener('abort', leave));
  return promise;
}

interface Sending {
  /** Sent, or to be sent again, and not answered yet. */
  readonly unanswered: UrlBatch[];
  /** What comes next, the same until somebody takes it: a stream may break while it is still being read. */
  readonly next: () => Promise<UrlBatch | undefined>;
  readonly taken: (batch: UrlBatch) => void;
  readonly answered: (counts: Counts, batch: UrlBatch) => Promise<void>;
  readonly counts: () => Counts;
}

/** Sends batches by one stream: first those that an earlier one left unanswered. */
async function oneStream({ client, crawl, owners }: Import, sending: Sending): Promise<void> {
  const { unanswered, next, taken, answered, counts } = sending;
  let room = Promise.withResolvers<void>();
  let isOver = false;
  const requests = async function* (): AsyncGenerator<SubmitUrlsRequest> {
    const again = unanswered.filter(({ urls }) => urls.length > 0);
    for (const batch of again) yield requestOf(crawl, batch.urls);
    while (!isOver) {
      while (unanswered.length >= BATCHES_UNDER_WAY && !isOver) await room.promise;
      const batch = isOver ? undefined : await next();
      if (batch === undefined || isOver) return;
      taken(batch);
      // The last one may have nothing but bad lines.
      if (batch.urls.length > 0) yield requestOf(crawl, batch.urls);
    }
  };
  try {
    const { submitUrlStream } = await client();
    const answers = submitUrlStream(requests(), { deadlineMs: STREAM_MS });
    for await (const response of answers) {
      const [first] = unanswered;
      if (first === undefined) throw new CrawlError('INTERNAL', 'an answer to no request');
      const results = await owners.complete(requestOf(crawl, first.urls), response);
      await answered(withBatch(counts(), first, results), first);
      unanswered.shift();
      room.resolve();
      room = Promise.withResolvers();
    }
    const [last] = unanswered;
    if (last?.urls.length === 0) {
      await answered(withBatch(counts(), last, []), last);
      unanswered.shift();
    }
  } finally {
    isOver = true;
    room.resolve();
  }
}

const DISCOVERER = { source: 'submit', attempt: 0 };

function requestOf(crawl: string, urls: readonly UrlLine[]): SubmitUrlsRequest {
  return { submissions: urls.map(submissionOf), defaults: { crawl, discoverer: DISCOVERER } };
}

/** Without links that led there somebody named it. */
function submissionOf({ url, priority, depth, group }: UrlLine): Submission {
  return { crawl: '', url, priority, depth, group, hops: 0, seed: depth === 0, minRevision: 0 };
}
