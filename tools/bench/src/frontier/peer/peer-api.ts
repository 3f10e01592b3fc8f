import type {
  ClientDuplexStream,
  ClientReadableStream,
  GrpcObject,
  ServiceClientConstructor,
} from '@grpc/grpc-js';
import { credentials, loadPackageDefinition } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import { fileURLToPath } from 'node:url';

/** How an item was taken. */
export const STATUS = { ok: 0, skipped: 1, fail: 2 } as const;

export interface UrlInfo {
  readonly url: string;
  readonly key: string;
  readonly crawlID: string;
}

export interface GetParams {
  readonly max_urls_per_queue: number;
  readonly max_queues: number;
  readonly delay_requestable: number;
  readonly crawlID: string;
}

export interface KnownItem {
  readonly ID: string;
  readonly known: { readonly info: UrlInfo; readonly refetchable_from_date: number };
}

export interface Batch {
  readonly ID: string;
  readonly items: readonly UrlInfo[];
}

/** The calls that the bench makes. */
export interface PeerClient {
  GetURLs(params: GetParams): ClientReadableStream<UrlInfo>;
  PutURLs(): ClientDuplexStream<KnownItem, { readonly ID: string; readonly status: number }>;
  PutDiscovered(): ClientDuplexStream<Batch, { readonly ID: string; readonly statuses: number[] }>;
  SetDelay(params: object, done: (error: Error | null) => void): void;
  DeleteCrawl(params: object, done: (error: Error | null) => void): void;
  waitForReady(deadline: Date, done: (error?: Error) => void): void;
  close(): void;
}

const FILE = fileURLToPath(new URL('urlfrontier.proto', import.meta.url));
const MOST_BYTES = 64 * 1_024 * 1_024;

/** The service as its contract has it. */
export function peerService(): ServiceClientConstructor {
  const definition = loadSync(FILE, {
    keepCase: true,
    longs: Number,
    enums: Number,
    defaults: true,
  });
  const { urlfrontier } = loadPackageDefinition(definition);
  return (urlfrontier as GrpcObject).URLFrontier as ServiceClientConstructor;
}

/** A client of a server that runs somewhere, without TLS, as that API has it. */
export function openPeer(address: string): PeerClient {
  const Service = peerService();
  const options = { 'grpc.max_receive_message_length': MOST_BYTES };
  return new Service(address, credentials.createInsecure(), options) as unknown as PeerClient;
}
