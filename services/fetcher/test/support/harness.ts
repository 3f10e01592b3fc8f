import type { FetchEnded } from '@mayfly/contracts/events/v1';
import { FetcherServiceDefinition } from '@mayfly/contracts/fetcher/v1';
import type { Engines } from '@mayfly/engines';
import { fetchesEnded } from '@mayfly/events';
import { type Client, openClient } from '@mayfly/grpc';
import { Closer } from '@mayfly/lifecycle';
import type { Received, Stream } from '@mayfly/stream';
import { tracerOf } from '@mayfly/telemetry';
import { eventually } from '@mayfly/testing';
import { loadConfig } from '../../src/config.ts';
import { openFetcher } from '../../src/service.ts';
import { FakeDocumentStore } from './fake-document-store.ts';
import { FakeFrontier } from './fake-frontier.ts';
import { type StreamControl, watchedEngines } from './watched-engines.ts';

export interface RunningFetcher {
  readonly client: Client<FetcherServiceDefinition>;
  readonly control: StreamControl;
  close(): Promise<void>;
}

/** A fetcher between a frontier and a document-store that tests hold, and a reader of what it publishes. */
export class Harness {
  readonly frontier = new FakeFrontier();
  readonly documents = new FakeDocumentStore();
  readonly received: Received<FetchEnded>[] = [];
  readonly #engines: Engines;
  #stream: Stream | undefined;

  constructor(engines: Engines) {
    this.#engines = engines;
  }

  async open(): Promise<this> {
    await Promise.all([this.frontier.open(), this.documents.open()]);
    this.#stream = await this.#engines.openStream([fetchesEnded]);
    await this.#stream.consume({
      topic: fetchesEnded,
      group: 'document-store',
      handle: async (batch) => void this.received.push(...batch),
      tracer: tracerOf('document-store'),
    });
    return this;
  }

  /** Starts a fetcher; `*.test` leads to the port. */
  async start(port: number, env: Readonly<Record<string, string>> = {}): Promise<RunningFetcher> {
    const { engines, control } = watchedEngines(this.#engines);
    const closer = new Closer();
    const config = loadConfig({
      FETCHER_GRPC_ADDRESS: '127.0.0.1:0',
      FETCHER_FRONTIER_TARGET: this.frontier.target,
      FETCHER_DOCUMENT_STORE_TARGET: this.documents.target,
      FETCHER_HOSTS: `*.test=127.0.0.1:${port}`,
      FETCHER_PRIVATE_CIDRS: '127.0.0.0/8',
      FETCHER_ID: 'fetcher-under-test',
      ...env,
    });
    const { address } = await openFetcher(config, closer, engines);
    const client = await openClient(FetcherServiceDefinition, {
      service: 'test',
      target: `dns:///${address}`,
      deadlineMs: 20_000,
    });
    return {
      client,
      control,
      close: async () => {
        await client.close();
        await closer.close();
        // A lease that was offered now would be given to somebody who is gone.
        await eventually(() => this.frontier.leasing === 0, {
          what: 'no call of the one that is gone',
        });
      },
    };
  }

  /** The message about that URL, once it is there. */
  async messageOf(url: string): Promise<Received<FetchEnded>> {
    return eventually(
      () => this.received.find(({ message }) => message.url === url) ?? (false as const),
      { what: `a message about ${url}`, withinMs: 60_000 },
    );
  }

  async close(): Promise<void> {
    await this.#stream?.close();
    await Promise.all([this.frontier.close(), this.documents.close()]);
  }
}
