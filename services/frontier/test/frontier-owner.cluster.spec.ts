import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SubmitAnswer } from '@mayfly/contracts/frontier/v1';
import { testEngines, type TestEngines } from '@mayfly/service-testing';
import { collectLog } from '@mayfly/telemetry/testing';
import { eventually } from '@mayfly/testing';
import {
  crawlOf,
  type FrontierClient,
  leaseOne,
  startFrontier,
  submissionOf,
} from './frontier-harness.ts';

collectLog();

const BUCKETS = 1_024;
const URLS = Array.from({ length: 60 }, (_, at) => `http://h${at}.test/`);

const ownedBy = async (client: FrontierClient) => {
  const { ranges, replica } = await client.getBuckets({});
  const mine = ranges.filter((range) => range.replica === replica);
  return mine.reduce((sum, { first, last }) => sum + last - first + 1, 0);
};

const submit = async (client: FrontierClient, urls: readonly string[]) => {
  const submissions = urls.map((url) => submissionOf(url, { priority: 1 }));
  return client.submitUrls({ submissions, defaults: undefined });
};

/** Asks until every bucket has an owner that answers for it. */
const submitAll = async (clients: readonly FrontierClient[]) => {
  const left = new Set(URLS);
  await eventually(
    async () => {
      for (const client of clients) {
        const urls = [...left];
        if (urls.length === 0) return true;
        const { results } = await submit(client, urls);
        results.forEach(({ answer }, at) => {
          if (answer !== SubmitAnswer.SUBMIT_ANSWER_NOT_OWNER) left.delete(urls[at]!);
        });
      }
      return left.size === 0;
    },
    { what: 'all URLs taken by their owners', withinMs: 60_000 },
  );
};

describe('two frontiers of the same data', () => {
  let engines: TestEngines;
  beforeAll(async () => {
    engines = await testEngines('cluster');
  });
  afterAll(async () => {
    await engines[Symbol.asyncDispose]();
  });

  it('share the buckets evenly, tell each other’s hosts apart, and one takes over when the other goes', async () => {
    await using first = await startFrontier(engines, { FRONTIER_INSTANCE: 'first' });
    await first.client.putCrawls({ crawls: [crawlOf('news')] });
    expect(await ownedBy(first.client)).toBe(BUCKETS);
    const second = await startFrontier(engines, { FRONTIER_INSTANCE: 'second' });
    await eventually(
      async () =>
        (await ownedBy(first.client)) === BUCKETS / 2 &&
        (await ownedBy(second.client)) === BUCKETS / 2,
      { what: 'half of the buckets each', withinMs: 60_000 },
    );
    // Who took a bucket is known to the one that gave it only when that looks again: until then the owner has no address.
    await eventually(
      async () => {
        const { results, owners } = await submit(first.client, URLS);
        const elsewhere = results.filter(
          ({ answer }) => answer === SubmitAnswer.SUBMIT_ANSWER_NOT_OWNER,
        );
        const addresses = new Set(owners.map(({ address }) => address));
        const isPart = elsewhere.length > 0 && elsewhere.length < URLS.length;
        const isTold = owners.length === elsewhere.length && !addresses.has('');
        return isPart && isTold && addresses.size === 1;
      },
      { what: 'those of the second told apart, with where they are', withinMs: 60_000 },
    );
    await submitAll([first.client, second.client]);
    await eventually(
      async () => {
        const ledgers = await Promise.all(
          [first, second].map(({ client }) => client.getLedger({ crawl: 'news' })),
        );
        const known = ledgers.reduce((sum, ledger) => sum + ledger.known, 0);
        return known === URLS.length && ledgers.every(({ buckets }) => buckets === BUCKETS / 2);
      },
      { what: 'each URL counted once, half of the buckets each', withinMs: 60_000 },
    );
    await second.stop();
    await eventually(async () => (await ownedBy(first.client)) === BUCKETS, {
      what: 'all buckets with the one that is left',
      withinMs: 60_000,
    });
    await eventually(async () => (await first.client.getLedger({ crawl: 'news' })).known === 60, {
      what: 'all URLs counted',
    });
    await leaseOne(first.client);
  });
});
