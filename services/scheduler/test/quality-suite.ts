import { describe, expect, it } from '@jest/globals';
import { Policy } from '@mayfly/contracts/crawl/v1';
import { VisitKind } from '@mayfly/contracts/events/v1';
import { QualityBasis } from '@mayfly/contracts/scheduler/v1';
import { durationOf } from '@mayfly/grpc';
import type { EngineKind } from '@mayfly/service-testing';
import { eventually } from '@mayfly/testing';
import { Harness } from './harness.ts';

const A = 'https://a.test/';
const PAGES = [1, 2, 3].map((at) => `${A}${at}`);
const LATER = [4, 5].map((at) => `${A}${at}`);
const HOUR_MS = 3_600_000;
const WEEK_MS = 168 * HOUR_MS;

export function qualitySuite(kind: EngineKind): void {
  /** A source that shows three pages from the beginning and two at its second visit, of which all are fetched. */
  const crawled = async (harness: Harness) => {
    harness.pages(Object.fromEntries(PAGES.map((url) => [url, {}])));
    harness.pages({ [A]: { links: PAGES } });
    await harness.create('news', [A], {
      ...{ policy: Policy.POLICY_MAYFLY, revisitInterval: durationOf(HOUR_MS) },
    });
    const isFetched = (urls: string[]) => urls.every((url) => harness.world.fetched.includes(url));
    await harness.fetchUntil('news', 'all pages', () => isFetched(PAGES));
    await harness.handled();
    harness.pages({ [A]: { links: [...LATER, ...PAGES] }, [LATER[0]!]: {}, [LATER[1]!]: {} });
    harness.aheadMs += 2 * HOUR_MS;
    await harness.fetchUntil('news', 'later pages', () => isFetched(LATER));
    await harness.handled();
  };
  const readers = async (harness: Harness, url: string, keys: string[]) => {
    const visitTime = new Date(Date.now() + harness.aheadMs);
    const visits = keys.map((readerKey) => ({
      ...{ url, referrer: '', visitTime, kind: VisitKind.VISIT_KIND_BROWSE, readerKey },
      userAgent: '',
    }));
    const batch = async function* () {
      yield { visits };
    };
    await harness.client.reportVisits(batch());
    await harness.counted();
  };
  const qualityOf = ({ client }: Harness, more: { time?: Date; source?: string } = {}) =>
    client.getQuality({ crawl: 'news', source: '', ...more });

  describe(`quality (${kind})`, () => {
    it('is an estimate at first, and says so', async () => {
      await using harness = await Harness.open(kind);
      await crawled(harness);
      const found = await qualityOf(harness);
      expect(found).toMatchObject({
        ...{ crawl: 'news', basis: QualityBasis.QUALITY_BASIS_ESTIMATED, pages: 5, foundPages: 5 },
        ...{ followedShare: 1, counted: 0 },
      });
      expect(found.quality).toBe(found.estimated);
      expect(found.capturedShare).toBeGreaterThan(0);
      expect(found.capturedShare).toBeLessThanOrEqual(1);
      expect(found.discovery?.count).toBe(2);
      expect(found.crawling?.count).toBe(2);
    });

    it('counts what readers opened after it was stored, and is exact a week later, over restarts', async () => {
      await using harness = await Harness.open(kind);
      await crawled(harness);
      harness.aheadMs += HOUR_MS;
      await readers(harness, PAGES[0]!, ['ann', 'bob', 'ann']);
      await harness.restart();
      await readers(harness, PAGES[1]!, ['ann']);
      await readers(harness, A, ['ann', 'bob', 'cleo']);
      const time = new Date(Date.now() + harness.aheadMs);
      await harness.restart();
      harness.aheadMs += WEEK_MS + HOUR_MS;
      const found = await qualityOf(harness, { time });
      expect(found.basis).toBe(QualityBasis.QUALITY_BASIS_COUNTED);
      expect(found.quality).toBe(found.counted);
      const seconds = (found.endTime!.getTime() - found.startTime!.getTime()) / 1_000;
      expect(found.quality * seconds).toBeCloseTo(3, 6);
    });

    it('tells of single sources how soon their pages are seen and recorded', async () => {
      await using harness = await Harness.open(kind);
      await crawled(harness);
      const [source] = (await qualityOf(harness, { source: A })).sources;
      expect(source).toMatchObject({ url: A, pages: 5, discovery: { count: 2 } });
      await harness.restart();
      const { sources } = await qualityOf(harness);
      expect(sources).toMatchObject([{ url: A, pages: 5, crawling: { count: 2 } }]);
      expect(sources[0]?.crawling?.p99).toBeDefined();
      expect((await qualityOf(harness, { source: PAGES[0]! })).sources).toEqual([]);
    });

    it('is gone with its crawl', async () => {
      await using harness = await Harness.open(kind);
      await crawled(harness);
      await harness.restart();
      await harness.client.deleteCrawl({ name: 'news' });
      await expect(qualityOf(harness)).rejects.toMatchObject({ code: 'CRAWL_UNKNOWN' });
    });

    it('begins anew with a crawl of the same name', async () => {
      await using harness = await Harness.open(kind);
      await crawled(harness);
      expect(await qualityOf(harness)).toMatchObject({ pages: 5, foundPages: 5 });
      await harness.client.deleteCrawl({ name: 'news' });
      await eventually(
        () =>
          harness.create('news', [A]).then(
            () => true,
            () => false,
          ),
        {
          what: 'the name to be free',
        },
      );
      expect(await qualityOf(harness)).toMatchObject({ pages: 0, foundPages: 0, possible: 0 });
    });
  });
}
