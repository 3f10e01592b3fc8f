import {
  Server,
  ServerCredentials,
  type ServerDuplexStream,
  type ServerUnaryCall,
  type ServerWritableStream,
  type sendUnaryData,
} from '@grpc/grpc-js';
import type { Batch, GetParams, KnownItem, UrlInfo } from './peer-api.ts';
import { peerService, STATUS } from './peer-api.ts';

interface Entry {
  readonly info: UrlInfo;
  isDone: boolean;
  /** By the clock of the fake. */
  heldUntil: number;
}

/**
 * A small server of that API, over real gRPC: it knows, holds and completes URLs, all in memory. Its clock goes on by a
 * second with every call for URLs.
 */
export class FakeUrlFrontier {
  readonly #server = new Server();
  readonly #entries = new Map<string, Entry>();
  completed = 0;
  /** So many URLs more of each queue are held than are sent. */
  heldUnsent = 0;
  #second = 0;
  delay: number | undefined;

  get size(): number {
    return this.#entries.size;
  }

  async listen(): Promise<string> {
    this.#server.addService(peerService().service, {
      GetURLs: (call: ServerWritableStream<GetParams, UrlInfo>) => this.#get(call),
      PutURLs: (call: ServerDuplexStream<KnownItem, object>) => {
        call.on('data', (item: KnownItem) => call.write(this.#complete(item)));
        call.on('end', () => call.end());
      },
      PutDiscovered: (call: ServerDuplexStream<Batch, object>) => {
        call.on('data', ({ ID, items }: Batch) =>
          call.write({ ID, statuses: items.map((info) => this.#discover(info)) }),
        );
        call.on('end', () => call.end());
      },
      SetDelay: (call: ServerUnaryCall<{ delay_requestable: number }, object>, done: Done) => {
        this.delay = call.request.delay_requestable;
        done(null, {});
      },
      DeleteCrawl: (call: ServerUnaryCall<{ value: string }, object>, done: Done) => {
        for (const [key, { info }] of this.#entries) {
          if (info.crawlID === call.request.value) this.#entries.delete(key);
        }
        done(null, { value: 0 });
      },
    });
    const port = await new Promise<number>((resolve, reject) => {
      const insecure = ServerCredentials.createInsecure();
      this.#server.bindAsync('127.0.0.1:0', insecure, (error, bound) =>
        error === null ? resolve(bound) : reject(error),
      );
    });
    return `127.0.0.1:${port}`;
  }

  close(): void {
    this.#server.forceShutdown();
  }

  #discover(info: UrlInfo): number {
    const key = `${info.crawlID} ${info.url}`;
    if (this.#entries.has(key)) return STATUS.skipped;
    this.#entries.set(key, { info, isDone: false, heldUntil: 0 });
    return STATUS.ok;
  }

  #complete({ ID, known }: KnownItem): object {
    const entry = this.#entries.get(`${known.info.crawlID} ${known.info.url}`);
    if (entry === undefined || entry.isDone) return { ID, status: STATUS.fail };
    entry.isDone = true;
    entry.heldUntil = 0;
    this.completed += 1;
    return { ID, status: STATUS.ok };
  }

  #get(call: ServerWritableStream<GetParams, UrlInfo>): void {
    const { crawlID, max_queues: queues, max_urls_per_queue: each } = call.request;
    this.#second += 1;
    const heldUntil = this.#second + call.request.delay_requestable;
    const held = this.#heldByQueue(crawlID);
    const given = new Map<string, number>();
    for (const entry of this.#entries.values()) {
      const { key } = entry.info;
      const isDue = !entry.isDone && entry.heldUntil <= this.#second;
      // As many held as are asked for, and the whole queue is passed over.
      if (!isDue || entry.info.crawlID !== crawlID || (held.get(key) ?? 0) >= each) continue;
      const ofQueue = given.get(key) ?? 0;
      if (ofQueue === 0 && given.size >= queues) continue;
      if (ofQueue >= each + this.heldUnsent) continue;
      given.set(key, ofQueue + 1);
      entry.heldUntil = heldUntil;
      if (ofQueue < each) call.write(entry.info);
    }
    call.end();
  }

  #heldByQueue(crawlID: string): Map<string, number> {
    const held = new Map<string, number>();
    for (const { info, heldUntil } of this.#entries.values()) {
      if (info.crawlID !== crawlID || heldUntil <= this.#second) continue;
      held.set(info.key, (held.get(info.key) ?? 0) + 1);
    }
    return held;
  }
}

type Done = sendUnaryData<object>;
