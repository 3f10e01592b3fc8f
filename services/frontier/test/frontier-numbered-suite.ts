import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SubmitAnswer } from '@mayfly/contracts/frontier/v1';
import { type EngineKind, testEngines, type TestEngines } from '@mayfly/service-testing';
import { collectLog } from '@mayfly/telemetry/testing';
import { eventually } from '@mayfly/testing';
import { TABLES } from '../src/service.ts';
import { numberedTable } from '../src/store/numbered-table.ts';
import {
  crawlOf,
  lease,
  ledgerOf,
  settle,
  startFrontier,
  submissionOf,
} from './frontier-harness.ts';

const URLS = Array.from({ length: 60 }, (_, at) => `http://a.test/story/${at}`);
const { SUBMIT_ANSWER_NEW: NEW, SUBMIT_ANSWER_KNOWN: KNOWN } = SubmitAnswer;

/** Rows that are called by a hash, and rows that are called by a number, of one host. */
export function frontierNumberedSuite(kind: EngineKind): void {
  describe(`rows of a host (${kind})`, () => {
    collectLog();
    let engines: TestEngines;
    beforeAll(async () => {
      engines = await testEngines(kind);
    });
    afterAll(async () => {
      await engines[Symbol.asyncDispose]();
    });

    const submitted = async (
      hashedRows: number,
      urls: readonly string[],
      source = 'http://first.test/',
    ) => {
      await using frontier = await startFrontier(engines, {
        FRONTIER_HASHED_ROWS: String(hashedRows),
      });
      const { client } = frontier;
      await client.putCrawls({ crawls: [crawlOf('news')] });
      const discoverer = { source, attempt: 1 };
      const { results } = await client.submitUrls({
        submissions: urls.map((url) => submissionOf(url, { priority: 1, discoverer })),
      });
      const { known } = await ledgerOf(client, 'news');
      return { answers: new Set(results.map(({ answer }) => answer)), known };
    };
    const numbered = async () => {
      const store = await (await engines.open()).openStore(TABLES);
      try {
        return (await store.page(numberedTable, { limit: 1_000 })).rows.length;
      } finally {
        await store.close();
        await engines.shutDown();
      }
    };

    it('are found whatever they were called when they came', async () => {
      const [old, young] = [URLS.slice(0, 20), URLS.slice(0, 40)];
      expect(await submitted(1_000, old)).toEqual({ answers: new Set([NEW]), known: 20 });
      expect(await numbered()).toBe(0);
      expect(await submitted(0, young)).toEqual({ answers: new Set([NEW]), known: 40 });
      expect(await numbered()).toBe(20);
      expect(await submitted(1_000, URLS)).toEqual({ answers: new Set([NEW]), known: 60 });
      expect(await numbered()).toBe(20);
      const again = await submitted(30, URLS, 'http://second.test/');
      expect(again).toEqual({ answers: new Set([KNOWN]), known: 60 });
    });

    it('are leased as they came, and settled', async () => {
      await using frontier = await startFrontier(engines);
      const { client } = frontier;
      const manners = { delay: undefined, busyFactor: 0, leasesAtATime: 100, obeyRobots: false };
      const settings = { private: true, manners };
      await client.putCrawls({ crawls: [crawlOf('news', { revision: 2, settings })] });
      const leases = await lease(client, { max: 100 });
      while (leases.length < URLS.length) leases.push(...(await lease(client, { max: 100 })));
      expect(leases.map(({ url }) => url)).toEqual(URLS);
      for (const one of leases) expect(await settle(client, one)).toBe(1);
      const { urls } = await client.getUrls({ crawl: 'news', urls: URLS });
      expect(urls.map(({ url, lastOutcome }) => [url, lastOutcome])).toEqual(
        URLS.map((url) => [url, 1]),
      );
    });

    it('leave nothing behind when their crawl is deleted', async () => {
      await using frontier = await startFrontier(engines);
      const { client } = frontier;
      await client.putCrawls({ crawls: [crawlOf('news', { revision: 3, deleted: true })] });
      const isForgotten = async () => {
        const { revisions } = await client.putCrawls({
          crawls: [crawlOf('news', { revision: 4 })],
        });
        return revisions[0] === 4;
      };
      await eventually(isForgotten, { what: 'the crawl is forgotten', withinMs: 60_000 });
      expect(await ledgerOf(client, 'news')).toMatchObject({ known: 0 });
      await frontier.stop();
      expect(await numbered()).toBe(0);
    });
  });
}
