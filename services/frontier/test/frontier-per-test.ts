import { afterEach, beforeEach } from '@jest/globals';
import { type EngineKind, testEngines, type TestEngines } from '@mayfly/service-testing';
import { collectLog } from '@mayfly/telemetry/testing';
import {
  crawlOf,
  type FrontierClient,
  startFrontier,
  type TestFrontier,
} from './frontier-harness.ts';

type Settings = Readonly<Record<string, string>>;

/** A frontier that each test of a suite starts for itself, on engines of its own. */
export interface FrontierPerTest {
  readonly client: FrontierClient;
  readonly start: (settings?: Settings) => Promise<void>;
  readonly restart: (settings?: Settings) => Promise<void>;
  /** Stops the server while the client stays. */
  readonly drain: () => Promise<void>;
  /** Puts the crawl `news`. */
  readonly news: (over?: Parameters<typeof crawlOf>[1]) => Promise<unknown>;
}

export function frontierPerTest(kind: EngineKind): FrontierPerTest {
  collectLog();
  let engines: TestEngines;
  let frontier: TestFrontier | undefined;
  beforeEach(async () => {
    engines = await testEngines(kind);
  });
  afterEach(async () => {
    await frontier?.stop();
    frontier = undefined;
    await engines[Symbol.asyncDispose]();
  });
  const start = async (settings: Settings = {}) => {
    frontier = await startFrontier(engines, settings);
  };
  return {
    get client() {
      return frontier!.client;
    },
    start,
    restart: async (settings = {}) => {
      await frontier?.stop();
      await start(settings);
    },
    drain: () => frontier!.drain(),
    news: (over = {}) => frontier!.client.putCrawls({ crawls: [crawlOf('news', over)] }),
  };
}
