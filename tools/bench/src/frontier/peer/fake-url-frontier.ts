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
  state: 'due' | 'held' | 'done';
}

/** A small server of that API, over real gRPC: it knows, holds and completes URLs, all in memory. */
export class FakeUrlFrontier {
  readonly #server = new Server();
  readonly #entries = new Map<string, Entry>();
  completed = 0;
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
    this.#entries.set(key, { info, state: 'due' });
    return STATUS.ok;
  }

  #complete({ ID, known }: KnownItem): object {
    const entry = this.#entries.get(`${known.info.crawlID} ${known.info.url}`);
    if (entry?.state !== 'held') return { ID, status: STATUS.fail };
    entry.state = 'done';
    this.completed += 1;
    return { ID, status: STATUS.ok };
  }

  #get(call: ServerWritableStream<GetParams, UrlInfo>): void {
    const { crawlID, max_queues: queues, max_urls_per_queue: each } = call.request;
    const given = new Map<string, number>();
    for (const entry of this.#entries.values()) {
      const { key } = entry.info;
      if (entry.state !== 'due' || entry.info.crawlID !== crawlID) continue;
      if (!given.has(key) && given.size >= queues) continue;
      if ((given.get(key) ?? 0) >= each) continue;
      given.set(key, (given.get(key) ?? 0) + 1);
      entry.state = 'held';
      call.write(entry.info);
    }
    call.end();
  }
}

type Done = sendUnaryData<object>;
