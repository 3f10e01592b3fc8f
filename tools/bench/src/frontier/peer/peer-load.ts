import type { LoadOrder } from '../load-order.ts';
import { batchesOf, hostAt, sampleOf, urlAt } from '../made-urls.ts';
import {
  type GetParams,
  type KnownItem,
  type PeerClient,
  STATUS,
  type UrlInfo,
} from './peer-api.ts';

const BATCH = 500;
const BATCHES_UNDER_WAY = 8;
const QUEUES_A_CALL = 1_000;
const URLS_A_QUEUE = 10;
const QUEUES_A_TIMED_CALL = 100;
/**
 * A URL that is given out is held for so long, unless it is completed. A queue that has as many of its URLs held as are
 * asked for is passed over: one that the server holds and did not send, or not to us, would keep its queue from being
 * timed for all of that. So holds are short, and no more is asked for than is completed within them.
 */
const HELD_SECONDS = 30;
const TIMED_HELD_SECONDS = 5;
const MOST_OUT = 20_000;
/** A queue is served at most once a second, however it is set. */
const EMPTY_PAUSE_MS = 50;
const MOST_EMPTY = 600;
/** So long calls are timed; the times of those that were served until then are as good. */
const TIMED_WITHIN_MS = 120_000;

type Tell = (urls: number) => void;

/** Without a delay between the URLs of a queue, as far as that server can be without. */
export async function beginPeer(client: PeerClient): Promise<void> {
  await asked((done) => client.SetDelay({ key: '', delay_requestable: 0 }, done));
}

/** Forgets the crawl of the bench. */
export async function endPeer(client: PeerClient, crawl: string): Promise<void> {
  await asked((done) => client.DeleteCrawl({ value: crawl }, done));
}

export function putNew(client: PeerClient, order: LoadOrder, acknowledged?: Tell): Promise<number> {
  const batches = batchesOf(order.from, order.urls, BATCH);
  return putDiscovered(client, order, { batches, wanted: STATUS.ok, acknowledged });
}

export function putKnown(
  client: PeerClient,
  order: LoadOrder,
  acknowledged?: Tell,
): Promise<number> {
  const batches = sampleOf(order.urls, order.count, BATCH);
  return putDiscovered(client, order, { batches, wanted: STATUS.skipped, acknowledged });
}

interface Puts {
  readonly batches: Iterable<number[]>;
  readonly wanted: number;
  readonly acknowledged: Tell | undefined;
}

/** Puts batches, some under way at a time; every URL must be taken in the way that is wanted. */
async function putDiscovered(
  client: PeerClient,
  order: LoadOrder,
  { batches, wanted, acknowledged }: Puts,
): Promise<number> {
  const stream = client.PutDiscovered();
  const iterator = batches[Symbol.iterator]();
  let batch = 0;
  const sendNext = () => {
    const next = iterator.next();
    if (next.done === true) {
      stream.end();
      return;
    }
    batch += 1;
    stream.write({ ID: String(batch), items: next.value.map((at) => infoOf(at, order)) });
  };
  for (let at = 0; at < BATCHES_UNDER_WAY; at += 1) sendNext();
  let urls = 0;
  for await (const { statuses } of stream as AsyncIterable<{ statuses: number[] }>) {
    const other = statuses.find((status) => status !== wanted);
    if (other !== undefined) throw new Error(`${order.step}: status ${other} instead of ${wanted}`);
    urls += statuses.length;
    acknowledged?.(urls);
    sendNext();
  }
  return urls;
}

function infoOf(at: number, order: LoadOrder): UrlInfo {
  return { url: urlAt(at, order), key: hostAt(at, order), crawlID: order.crawl };
}

/** Gets URLs and completes each, until it has been so many. */
export async function getComplete(
  client: PeerClient,
  order: LoadOrder,
  acknowledged?: Tell,
): Promise<number> {
  const asks = {
    ...{ max_urls_per_queue: URLS_A_QUEUE, max_queues: QUEUES_A_CALL },
    delay_requestable: HELD_SECONDS,
  };
  const completing = new Completing(client);
  let urls = 0;
  while (urls < order.count) {
    const got = await getSome(client, order, asks);
    if (got === undefined) throw new Error('no more URLs come');
    urls += got.infos.length;
    completing.add(got.infos);
    acknowledged?.(urls);
    await completing.atMost(MOST_OUT);
  }
  await completing.end();
  return urls;
}

/**
 * How long each of so many calls for one URL of 100 queues takes; they are completed between the calls. A call that brings
 * fewer, since the other queues were served this second, is none of them. Ends in time, with fewer calls where it must.
 */
export async function getTimes(
  client: PeerClient,
  order: LoadOrder,
  { acknowledged, withinMs = TIMED_WITHIN_MS }: { acknowledged?: Tell; withinMs?: number } = {},
): Promise<{ readonly urls: number; readonly timesMs: number[] }> {
  const timesMs: number[] = [];
  const full = Math.min(QUEUES_A_TIMED_CALL, order.hosts);
  const asks = { max_urls_per_queue: 1, max_queues: full, delay_requestable: TIMED_HELD_SECONDS };
  const untilMs = performance.now() + withinMs;
  let urls = 0;
  while (timesMs.length < order.count && performance.now() < untilMs) {
    const got = await getSome(client, order, asks);
    if (got === undefined) break;
    if (got.infos.length === full) timesMs.push(got.tookMs);
    urls += got.infos.length;
    acknowledged?.(urls);
    const completing = new Completing(client);
    completing.add(got.infos);
    await completing.end();
  }
  if (timesMs.length === 0) throw new Error(`no call brought URLs of ${full} queues`);
  return { urls, timesMs };
}

type Asks = Omit<GetParams, 'crawlID'>;

/** What one call brings that brings anything; undefined when none does for half a minute. */
async function getSome(client: PeerClient, { crawl }: LoadOrder, asks: Asks) {
  for (let empty = 0; empty < MOST_EMPTY; empty += 1) {
    const startMs = performance.now();
    const stream = client.GetURLs({ ...asks, crawlID: crawl });
    const infos: UrlInfo[] = [];
    for await (const info of stream as AsyncIterable<UrlInfo>) infos.push(info);
    if (infos.length > 0) return { infos, tookMs: performance.now() - startMs };
    await new Promise((resolve) => setTimeout(resolve, EMPTY_PAUSE_MS));
  }
  return undefined;
}

/** Says that URLs are done, by one stream. */
class Completing {
  readonly #stream: ReturnType<PeerClient['PutURLs']>;
  readonly #ended: Promise<void>;
  #sent = 0;
  #done = 0;
  #hasEnded = false;
  #heard: () => void = () => {};

  constructor(client: PeerClient) {
    this.#stream = client.PutURLs();
    this.#ended = this.#read();
    this.#ended.catch(() => {});
  }

  add(infos: readonly UrlInfo[]): void {
    for (const { url, key, crawlID } of infos) {
      const known = { info: { url, key, crawlID }, refetchable_from_date: 0 };
      this.#stream.write({ ID: url, known } satisfies KnownItem);
      this.#sent += 1;
    }
  }

  /** Waits until no more than so many are to be completed. */
  async atMost(out: number): Promise<void> {
    while (this.#sent - this.#done > out && !this.#hasEnded) {
      const heard = new Promise<void>((resolve) => (this.#heard = resolve));
      await Promise.race([heard, this.#ended]);
    }
  }

  async end(): Promise<void> {
    this.#stream.end();
    await this.#ended;
    if (this.#done !== this.#sent) throw new Error(`${this.#done} of ${this.#sent} were completed`);
  }

  async #read(): Promise<void> {
    for await (const { status } of this.#stream as AsyncIterable<{ status: number }>) {
      if (status === STATUS.ok) this.#done += 1;
      else throw new Error(`status ${status} of a URL that was to be completed`);
      this.#heard();
    }
    this.#hasEnded = true;
  }
}

function asked(call: (done: (error: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    call((error) => (error === null ? resolve() : reject(error)));
  });
}
