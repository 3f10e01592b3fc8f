import type { Clock } from '@mayfly/clock';
import { DeadLetterServiceDefinition } from '@mayfly/contracts/deadletters/v1';
import {
  DocumentStoreServiceDefinition,
  type PutBodyRequest,
} from '@mayfly/contracts/documentstore/v1';
import type { Content, DocumentRecorded, FetchEnded } from '@mayfly/contracts/events/v1';
import type { Engines } from '@mayfly/engines';
import { documentsRecorded, fetchesEnded } from '@mayfly/events';
import { type Client, openClient } from '@mayfly/grpc';
import { Closer } from '@mayfly/lifecycle';
import { type EngineKind, type TestEngines, testEngines } from '@mayfly/service-testing';
import type { Received, Stream } from '@mayfly/stream';
import { eventually } from '@mayfly/testing';
import { loadConfig } from '../../src/config.ts';
import { openDocumentStore } from '../../src/service.ts';
import { FakeDedup } from './fake-dedup.ts';
import { type Faults, faultyEngines } from './faulty-engines.ts';

/** A whole document-store with what stands around it: dedup, a fetcher's stream, and somebody who hears. */
export class Harness {
  readonly dedup = new FakeDedup();
  readonly faults: Faults = { happened: 0 };
  readonly heard: Received<DocumentRecorded>[] = [];
  readonly #kind: EngineKind;
  readonly #clock: Clock | undefined;
  #test!: TestEngines;
  #engines!: Engines;
  #closer = new Closer();
  #around = new Closer();
  stream!: Stream;
  client!: Client<DocumentStoreServiceDefinition>;
  deadLetters!: Client<DeadLetterServiceDefinition>;

  constructor(kind: EngineKind, clock?: Clock) {
    this.#kind = kind;
    this.#clock = clock;
  }

  async open(): Promise<void> {
    this.#test = await testEngines(this.#kind);
    await this.dedup.start();
    await this.#openEngines();
    await this.startService();
  }

  async close(): Promise<void> {
    await this.stopService();
    await this.#around.close();
    await this.dedup.stop();
    await this.#test[Symbol.asyncDispose]();
  }

  async startService(): Promise<void> {
    const closer = new Closer();
    this.#closer = closer;
    const { address } = await this.#openService(closer);
    const options = { service: 'test', target: `dns:///${address}` };
    this.client = await openClient(DocumentStoreServiceDefinition, options);
    closer.add('client', this.client, (client) => client.close());
    this.deadLetters = await openClient(DeadLetterServiceDefinition, options);
    closer.add('dead letters', this.deadLetters, (client) => client.close());
  }

  /** Another process of the same service; answers how to stop it. */
  async startSecondService(): Promise<() => Promise<void>> {
    const closer = new Closer();
    await this.#openService(closer);
    return () => closer.close();
  }

  stopService(): Promise<void> {
    return this.#closer.close();
  }

  publish(...messages: readonly FetchEnded[]): Promise<void> {
    return this.stream.publish(fetchesEnded, messages);
  }

  /** What was announced of a host, in the order in which it was heard. */
  announced(host: string): readonly DocumentRecorded[] {
    return this.heard.filter(({ key }) => key === host).map(({ message }) => message);
  }

  async hears(host: string, count: number): Promise<readonly DocumentRecorded[]> {
    await eventually(
      () => {
        const { length } = this.announced(host);
        if (length !== count) throw new Error(`${length} announcements, not ${count}`);
      },
      { what: `announcements of ${host}`, withinMs: 60_000 },
    );
    return this.announced(host);
  }

  /** Everything that was published is handled, and heard. */
  async isQuiet(): Promise<void> {
    await eventually(
      async () =>
        (await this.stream.lag(fetchesEnded, 'document-store')).messages === 0 &&
        (await this.stream.lag(documentsRecorded, 'scheduler')).messages === 0,
      { what: 'the streams to be empty', withinMs: 60_000 },
    );
  }

  async putBody(content: Content & { at: { value: Uint8Array } }) {
    return this.client.putBody(putRequests(content, 1_000_000));
  }

  async readBody(sha256: Uint8Array): Promise<Buffer> {
    const pieces: Uint8Array[] = [];
    for await (const { bytes } of this.client.readBody({ sha256 })) pieces.push(bytes);
    return Buffer.concat(pieces);
  }

  #openService(closer: Closer) {
    const config = loadConfig({
      DOCUMENT_STORE_GRPC_ADDRESS: '127.0.0.1:0',
      DOCUMENT_STORE_DEDUP_TARGET: this.dedup.target,
    });
    const engines = faultyEngines(this.#engines, this.faults);
    return openDocumentStore(config, closer, engines, this.#clock);
  }

  async #openEngines(): Promise<void> {
    this.#engines = await this.#test.open();
    const stream = await this.#engines.openStream([fetchesEnded, documentsRecorded]);
    this.stream = stream;
    this.#around.add('stream', stream, () => stream.close());
    await stream.consume({
      topic: documentsRecorded,
      group: 'scheduler',
      handle: async (batch) => void this.heard.push(...batch),
    });
  }
}

/** A body as PutBody takes it. */
export function* putRequests(
  { sha256, size, encoding, at }: Content & { at: { value: Uint8Array } },
  pieceBytes: number,
): Generator<PutBodyRequest> {
  yield { piece: { $case: 'header', value: { sha256, size, encoding } } };
  for (let from = 0; from < at.value.length; from += pieceBytes) {
    const value = at.value.subarray(from, from + pieceBytes);
    yield { piece: { $case: 'bytes', value } };
  }
}
