import {
  type BodyHeader,
  DocumentStoreServiceDefinition,
  type PutBodyRequest,
} from '@mayfly/contracts/documentstore/v1';
import { CrawlError } from '@mayfly/errors';
import { unpackContent } from '@mayfly/events';
import { type Handlers, openServer, type RunningServer, serve } from '@mayfly/grpc';

/** Takes bodies as the document-store does, checks them, and keeps them in memory. */
export class FakeDocumentStore {
  /** Unpacked bytes, by hash in hex. */
  readonly bodies = new Map<string, Uint8Array>();
  #server: RunningServer | undefined;

  async open(): Promise<this> {
    const refuse = () => Promise.reject(new CrawlError('RPC_UNKNOWN', 'not for a fetcher'));
    const names = Object.keys(DocumentStoreServiceDefinition.methods);
    const handlers = {
      ...Object.fromEntries(names.map((name) => [name, refuse])),
      putBody: (requests: AsyncIterable<PutBodyRequest>) => this.#put(requests),
    } as unknown as Handlers<DocumentStoreServiceDefinition>;
    this.#server = await openServer({
      service: 'document-store',
      services: [serve(DocumentStoreServiceDefinition, handlers)],
      address: { host: '127.0.0.1', port: 0 },
      random: Math.random,
    });
    return this;
  }

  get target(): string {
    return `dns:///${this.#server?.address}`;
  }

  async close(): Promise<void> {
    await this.#server?.close({ drainMs: 0 });
  }

  async #put(requests: AsyncIterable<PutBodyRequest>): Promise<{ known: boolean }> {
    const pieces: Uint8Array[] = [];
    let header: BodyHeader | undefined;
    for await (const { piece } of requests) {
      if (piece?.$case === 'header') header = piece.value;
      else if (piece?.$case === 'bytes') pieces.push(piece.value);
    }
    if (header === undefined)
      throw new CrawlError('REQUEST_INVALID', 'piece: a header comes first');
    const bytes = await unpackContent({ ...header, bytes: Buffer.concat(pieces) });
    const hash = Buffer.from(header.sha256).toString('hex');
    const known = this.bodies.has(hash);
    this.bodies.set(hash, bytes);
    return { known };
  }
}
