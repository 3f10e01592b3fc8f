import { setTimeout as delay } from 'node:timers/promises';
import { systemClock } from '@mayfly/clock';
import { FrontierServiceDefinition } from '@mayfly/contracts/frontier/v1';
import { type Client, openClient, type OpenClient } from '@mayfly/grpc';
import { Closer } from '@mayfly/lifecycle';
import { type EngineKind, type TestEngines, testEngines } from '@mayfly/service-testing';
import { FakeClock, seededRandom } from '@mayfly/testing';
import { loadConfig, openFrontier } from '../../src/service.ts';
import { ENVIRONMENT } from './world.ts';

/** Opening and closing take less than this, unless they wait for the clock. */
const PATIENCE_MS = 1_500;
const STEP_MS = 500;

type FrontierClient = Client<FrontierServiceDefinition>;

/** A whole frontier on a clock that only the test turns; it can be closed and opened again on the same data. */
export class FrontierUnderTest implements AsyncDisposable {
  readonly clock = new FakeClock();
  readonly #engines: TestEngines;
  /** Chance goes on over restarts, as it would. */
  readonly #random = seededRandom(7);
  #closer = new Closer();
  #client: (FrontierClient & OpenClient) | undefined;

  private constructor(engines: TestEngines) {
    this.#engines = engines;
  }

  static async open(kind: EngineKind): Promise<FrontierUnderTest> {
    const frontier = new FrontierUnderTest(await testEngines(kind));
    await frontier.start();
    return frontier;
  }

  get client(): FrontierClient {
    if (this.#client === undefined) throw new Error('the frontier is closed');
    return this.#client;
  }

  start(): Promise<void> {
    return this.#withTime(this.#start());
  }

  stop(): Promise<void> {
    return this.#withTime(this.#stop());
  }

  /** An owner that was not released has to be silent for a while: who waits for that gets the time, and nobody else. */
  async #withTime(work: Promise<void>): Promise<void> {
    let isOver = false;
    const end = work.finally(() => {
      isOver = true;
    });
    await Promise.race([end, delay(PATIENCE_MS, undefined, { ref: false })]);
    while (!isOver) {
      await this.clock.advance(STEP_MS);
      await delay(STEP_MS / 100);
    }
    await end;
  }

  async #start(): Promise<void> {
    this.#closer = new Closer();
    const { clock } = this;
    const chance = { clock, random: this.#random, ownersClock: systemClock };
    const config = loadConfig(ENVIRONMENT);
    const { address } = await openFrontier(
      config,
      this.#closer,
      await this.#engines.open(),
      chance,
    );
    this.#client = await openClient(FrontierServiceDefinition, {
      service: 'frontier-model',
      target: `dns:///${address}`,
      deadlineMs: 20_000,
    });
  }

  async #stop(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    await this.#closer.close();
    await client?.close();
    await this.#engines.shutDown();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
    await this.#engines[Symbol.asyncDispose]();
  }
}
