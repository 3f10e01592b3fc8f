import type { LoadOrder } from '../load-order.ts';
import { batchesOf, hostAt, sampleOf, urlAt } from '../made-urls.ts';
import { type KnownItem, type PeerClient, STATUS, type UrlInfo } from './peer-api.ts';

const BATCH = 500;
const BATCHES_UNDER_WAY = 8;
const HELD_SECONDS = 600;
const QUEUES_A_CALL = 1_000;
const URLS_A_QUEUE = 10;
/** A queue is served at most once a second, however it is set. */
const EMPTY_PAUSE_MS = 50;
const MOST_EMPTY = 600;

/** Without a delay between the URLs of a queue, as far as that server can be without. */
export async function beginPeer(client: PeerClient): Promise<void> {
  await asked((done) => client.SetDelay({ key: '', delay_requestable: 0 }, done));
}

/** Forgets the crawl of the bench. */
export async function endPeer(client: PeerClient, crawl: string): Promise<void> {
  await asked((done) => client.DeleteCrawl({ value: crawl }, done));
}

export function putNew(client: PeerClient, order: LoadOrder): Promise<number> {
  return putDiscovered(client, order, batchesOf(order.from, order.urls, BATCH), STATUS.ok);
}

export function putKnown(client: PeerClient, order: LoadOrder): Promise<number> {
  return putDiscovered(client, order, sampleOf(order.urls, order.count, BATCH), STATUS.skipped);
}

/** Puts batches, some under way at a time; every URL must be taken in the way that is wanted. */
async function putDiscovered(
  client: PeerClient,
  order: LoadOrder,
  batches: Iterable<number[]>,
  wanted: number,
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
    sendNext();
  }
  return urls;
}

function infoOf(at: number, order: LoadOrder): UrlInfo {
  return { url: urlAt(at, order), key: hostAt(at, order), crawlID: order.crawl };
}

/** Gets URLs and completes each, until it has been so many. */
export async function getComplete(client: PeerClient, order: LoadOrder): Promise<number> {
  const asks = { max_urls_per_queue: URLS_A_QUEUE, max_queues: QUEUES_A_CALL };
  const completing = new Completing(client);
  let urls = 0;
  while (urls < order.count) {
    const got = await getSome(client, order, asks);
    urls += got.infos.length;
    completing.add(got.infos);
  }
  await completing.end();
  return urls;
}

/** How long each of so many calls for one URL of 100 queues takes; they are completed between the calls. */
export async function getTimes(
  client: PeerClient,
  order: LoadOrder,
): Promise<{ readonly urls: number; readonly timesMs: number[] }> {
  const timesMs: number[] = [];
  let urls = 0;
  while (timesMs.length < order.count) {
    const got = await getSome(client, order, { max_urls_per_queue: 1, max_queues: 100 });
    timesMs.push(got.tookMs);
    urls += got.infos.length;
    const completing = new Completing(client);
    completing.add(got.infos);
    await completing.end();
  }
  return { urls, timesMs };
}

type Asks = { readonly max_urls_per_queue: number; readonly max_queues: number };

/** What one call brings that brings anything. */
async function getSome(client: PeerClient, { crawl }: LoadOrder, asks: Asks) {
  for (let empty = 0; empty < MOST_EMPTY; empty += 1) {
    const startMs = performance.now();
    const stream = client.GetURLs({ ...asks, delay_requestable: HELD_SECONDS, crawlID: crawl });
    const infos: UrlInfo[] = [];
    for await (const info of stream as AsyncIterable<UrlInfo>) infos.push(info);
    if (infos.length > 0) return { infos, tookMs: performance.now() - startMs };
    await new Promise((resolve) => setTimeout(resolve, EMPTY_PAUSE_MS));
  }
  throw new Error('no more URLs come');
}

/** Says that URLs are done, by one stream. */
class Completing {
  readonly #stream: ReturnType<PeerClient['PutURLs']>;
  readonly #ended: Promise<void>;
  #sent = 0;
  #done = 0;

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

  async end(): Promise<void> {
    this.#stream.end();
    await this.#ended;
    if (this.#done !== this.#sent) throw new Error(`${this.#done} of ${this.#sent} were completed`);
  }

  async #read(): Promise<void> {
    for await (const { status } of this.#stream as AsyncIterable<{ status: number }>) {
      if (status === STATUS.ok) this.#done += 1;
    }
  }
}

function asked(call: (done: (error: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    call((error) => (error === null ? resolve() : reject(error)));
  });
}
