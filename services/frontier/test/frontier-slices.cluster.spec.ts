import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SubmitAnswer } from '@mayfly/contracts/frontier/v1';
import { testEngines, type TestEngines } from '@mayfly/service-testing';
import { collectLog } from '@mayfly/telemetry/testing';
import { eventually } from '@mayfly/testing';
import {
  crawlOf,
  type FrontierClient,
  lease,
  settle,
  startFrontier,
  submissionOf,
} from './frontier-harness.ts';

collectLog();

const BUCKETS = 1_024;
const MAX_PAGES = 40;
const PER_SECOND = 20;
const FAILED = 8;
const URLS = Array.from({ length: 60 }, (_, at) =>
  [1, 2].map((page) => `http://h${at}.test/${page}`),
);

const bucketsOf = async (client: FrontierClient) =>
  (await client.getLedger({ crawl: 'news' })).buckets;

async function submitAll(clients: readonly FrontierClient[]): Promise<void> {
  const left = new Set(URLS.flat());
  const submitSome = async (client: FrontierClient) => {
    const urls = [...left];
    const submissions = urls.map((url) => submissionOf(url, { priority: 1 }));
    const { results } = await client.submitUrls({ submissions, defaults: undefined });
    results.forEach(({ answer }, at) => {
      if (answer !== SubmitAnswer.SUBMIT_ANSWER_NOT_OWNER) left.delete(urls[at]!);
    });
  };
  await eventually(
    async () => {
      for (const client of clients) if (left.size > 0) await submitSome(client);
      return left.size === 0;
    },
    { what: 'all URLs taken by their owners', withinMs: 60_000 },
  );
}

/** Pages and leases over both, which are read one after the other while neither works. */
async function used(clients: readonly FrontierClient[]): Promise<number> {
  let sum = 0;
  for (const client of clients) {
    const { pages, leased } = await client.getLedger({ crawl: 'news' });
    sum += pages + leased;
  }
  return sum;
}

/** Leases and ends them, every third without a page; says how many requests that were. */
async function work(client: FrontierClient, untilMs: number): Promise<number> {
  let requests = 0;
  while (performance.now() < untilMs) {
    for (const one of await lease(client, { max: 5, waitMs: 200 })) {
      requests += 1;
      await settle(client, one, requests % 3 === 0 ? { outcome: FAILED } : {});
    }
  }
  return requests;
}

describe('the limits of a crawl over two frontiers of the same data', () => {
  let engines: TestEngines;
  beforeAll(async () => {
    engines = await testEngines('cluster');
  });
  afterAll(async () => {
    await engines[Symbol.asyncDispose]();
  });

  it('are kept by both together, also when one comes and goes, and the pages are reached', async () => {
    await using first = await startFrontier(engines, { FRONTIER_INSTANCE: 'first' });
    const limits = { maxPages: MAX_PAGES, requestsPerSecond: PER_SECOND };
    await first.client.putCrawls({ crawls: [crawlOf('news', { settings: { limits } })] });
    await submitAll([first.client]);
    // By its own books, before anybody else is there.
    await eventually(async () => (await work(first.client, performance.now() + 300)) > 0, {
      what: 'work for one alone',
    });
    const second = await startFrontier(engines, { FRONTIER_INSTANCE: 'second' });
    try {
      const both = [first.client, second.client];
      await eventually(
        async () =>
          (await Promise.all(both.map(bucketsOf))).every((count) => count === BUCKETS / 2),
        { what: 'half of the buckets each', withinMs: 60_000 },
      );
      const startedMs = performance.now();
      const requests = await Promise.all(both.map((client) => work(client, startedMs + 1_000)));
      const seconds = (performance.now() - startedMs) / 1_000;
      const made = requests.reduce((sum, count) => sum + count);
      // What may come at once, before and after.
      expect(made).toBeLessThanOrEqual(PER_SECOND * (seconds + 1));
      expect(await used(both)).toBeLessThanOrEqual(MAX_PAGES);
      await eventually(
        async () => {
          await Promise.all(both.map((client) => work(client, performance.now() + 500)));
          const now = await used(both);
          expect(now).toBeLessThanOrEqual(MAX_PAGES);
          return now === MAX_PAGES;
        },
        { what: 'the limit', withinMs: 60_000 },
      );
    } finally {
      await second.stop();
    }
    await eventually(async () => (await bucketsOf(first.client)) === BUCKETS, {
      what: 'all buckets with the one that is left',
      withinMs: 60_000,
    });
    await work(first.client, performance.now() + 1_000);
    expect(await used([first.client])).toBe(MAX_PAGES);
    const settings = { limits: { ...limits, maxPages: MAX_PAGES + 5 } };
    await first.client.putCrawls({ crawls: [crawlOf('news', { revision: 2, settings })] });
    await eventually(
      async () => {
        await work(first.client, performance.now() + 300);
        return (await used([first.client])) === MAX_PAGES + 5;
      },
      { what: 'the raised limit, by one alone', withinMs: 60_000 },
    );
  });
});
