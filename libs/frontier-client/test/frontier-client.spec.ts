import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { systemClock as clock } from '@mayfly/clock';
import { explainUrls, getLedger, putCrawls } from '@mayfly/frontier-client';
import type { Url } from '@mayfly/url';
import { BUCKETS, openFrontiers } from './fake-frontiers.ts';
import { example } from './readme-example.ts';

const URLS = Array.from({ length: 20 }, (_, at) => `https://h${at}.test/` as Url);

describe('getLedger', () => {
  it('is that of the one replica there is', async () => {
    await using at = await openFrontiers(1);
    at.ledgers[0] = { known: 7, pages: 2 };
    expect(await getLedger(at.frontier, {}, { clock })).toMatchObject({ known: 7, pages: 2 });
    expect(at.frontier.owners.openClients).toBe(0);
  });

  it('adds up what all replicas count', async () => {
    await using at = await openFrontiers(3);
    at.ledgers[0] = { known: 7, atRest: [{ outcome: 1, urls: 3 }], leasesOut: 1 };
    at.ledgers[1] = { known: 5, refused: [{ rule: 'scope', submissions: 2 }], leasesOut: 2 };
    at.ledgers[2] = {
      atRest: [
        { outcome: 1, urls: 1 },
        { outcome: 2, urls: 1 },
      ],
      refused: [{ rule: 'scope', submissions: 1 }],
      deferredHosts: [{ host: 'a.test', untilTime: undefined }],
    };
    expect(await getLedger(at.frontier, { crawl: 'news' }, { clock })).toMatchObject({
      ...{ known: 12, leasesOut: 3, buckets: BUCKETS },
      atRest: [
        { outcome: 1, urls: 4 },
        { outcome: 2, urls: 1 },
      ],
      refused: [{ rule: 'scope', submissions: 3 }],
      deferredHosts: [{ host: 'a.test' }],
    });
  });

  it('asks again while a bucket is counted by nobody', async () => {
    await using at = await openFrontiers(2);
    at.ledgers[0] = { known: 3 };
    at.ledgers[1] = { known: 4 };
    at.counted.set(1, 3);
    let asked = 0;
    at.onLedger = () => {
      asked += 1;
      if (asked > 2) at.counted.clear();
    };
    expect(await getLedger(at.frontier, {}, { clock })).toMatchObject({ known: 7 });
    expect(asked).toBeGreaterThan(2);
  });

  it('fails when that lasts', async () => {
    await using at = await openFrontiers(2);
    at.ownerOf[3] = undefined;
    const asking = getLedger(at.frontier, {}, { clock, deadlineMs: 500 });
    await expect(asking).rejects.toMatchObject({ code: 'NOT_OWNER' });
  });
});

describe('putCrawls', () => {
  it('tells every replica, and says what all of them have', async () => {
    await using at = await openFrontiers(3);
    const crawl = { name: 'news', revision: 5, paused: false, deleted: false };
    expect(await putCrawls(at.frontier, [crawl])).toEqual([4]);
    expect(at.crawls.map((crawls) => crawls.length)).toEqual([1, 1, 1]);
  });
});

describe('explainUrls', () => {
  it('asks the owner of each', async () => {
    await using at = await openFrontiers(3);
    const explained = await explainUrls(at.frontier, { crawl: 'news', urls: URLS });
    expect(explained.map(({ url }) => url?.url)).toEqual(URLS);
    expect(explained.flatMap(({ waits }) => waits.map(({ kind }) => kind))).not.toContain(16);
  });
});

describe('the README of frontier-client', () => {
  it('shows the example as it is, and the example works', async () => {
    const read = (name: string) => readFile(new URL(name, import.meta.url), 'utf8');
    expect(await read('../README.md')).toContain(await read('readme-example.ts'));
    await using at = await openFrontiers(2);
    at.ledgers[0] = { known: 1 };
    expect(await example(at.target)).toEqual({ urls: 1, host: 'a.test', known: 1 });
  });
});
