import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Engines } from '@mayfly/engines';
import { parseRobots } from '@mayfly/robots';
import { type EngineKind, testEngines, type TestEngines } from '@mayfly/service-testing';
import type { Store } from '@mayfly/store';
import { eventually, FakeClock } from '@mayfly/testing';
import { TABLES } from '../src/service.ts';
import { RobotsTable, robotsTable } from '../src/store/robots-table.ts';
import { Harness } from './support/harness.ts';
import { testSite } from './support/test-site.ts';

const DAY_MS = 86_400_000;
const rules = parseRobots('User-agent: *\nDisallow: /x').for('mayfly');

/** What becomes of rules that nobody asks for again. */
export function robotsSweepSuite(kind: EngineKind): void {
  let testing: TestEngines;
  let engines: Engines;

  beforeAll(async () => {
    testing = await testEngines(kind);
    engines = await testing.open();
  });
  afterAll(async () => {
    await testing[Symbol.asyncDispose]();
  });

  const tableOf = (store: Store, clock: FakeClock) =>
    new RobotsTable(store, { clock, maxAgeMs: DAY_MS });

  describe('rules of robots.txt', () => {
    it('are removed a day after they ended, some at once, and those that were renewed stay', async () => {
      const store = await engines.openStore(TABLES);
      const clock = new FakeClock();
      const table = tableOf(store, clock);
      const origins = Array.from({ length: 150 }, (_, at) => `http://${at}.test`);
      await Promise.all(origins.map((origin) => table.save(origin, 1, rules)));
      await clock.advance(DAY_MS);
      await table.save('http://7.test', 2, rules);
      await clock.advance(DAY_MS - 1);
      expect(await table.sweep()).toEqual({ removed: 0, isMore: false });
      await clock.advance(2);
      expect(await table.sweep()).toEqual({ removed: 100, isMore: true });
      expect(await table.sweep()).toEqual({ removed: 49, isMore: false });
      const kept = [];
      for await (const rows of store.scan(robotsTable, { limit: 100 })) kept.push(...rows);
      expect(kept.map(({ origin, attempt }) => [origin, attempt])).toEqual([['http://7.test', 2]]);
      await store.close();
    });

    it('of long ago are gone soon after a fetcher has started', async () => {
      let store: Store | undefined;
      const opened: Engines = {
        exclusive: engines.exclusive,
        openStream: async (topics) => {
          const stream = await engines.openStream(topics);
          // Kafka looks long for a group that nobody has joined, and here is nobody.
          return { ...stream, lag: async () => ({ messages: 0, bytes: 0, seconds: 0 }) };
        },
        openStore: async (tables) => {
          store = await engines.openStore(tables);
          await tableOf(store, new FakeClock(Date.UTC(2020, 0, 1))).save('http://old', 1, rules);
          return store;
        },
      };
      const harness = new Harness(opened);
      await Promise.all([harness.frontier.open(), harness.documents.open()]);
      await using site = await testSite();
      const fetcher = await harness.start(site.port);
      const row = () => store!.get(robotsTable, { origin: 'http://old' });
      await eventually(async () => (await row()) === undefined, { what: 'the sweep' });
      await fetcher.close();
      await harness.close();
    });
  });
}
