import { describe, expect, it } from '@jest/globals';
import { VisitKind } from '@mayfly/contracts/events/v1';
import { type Visit, VisitRefusal } from '@mayfly/contracts/scheduler/v1';
import { visitsReported } from '@mayfly/events';
import type { EngineKind } from '@mayfly/service-testing';
import type { Table } from '@mayfly/store';
import { eventually } from '@mayfly/testing';
import { readerMarksTable } from '../src/store/reader-marks-table.ts';
import { readerPagesTable } from '../src/store/reader-pages-table.ts';
import { readerSaltsTable } from '../src/store/reader-salts-table.ts';
import { visitDaysTable } from '../src/store/visit-days-table.ts';
import { visitHostsTable } from '../src/store/visit-hosts-table.ts';
import { Harness } from './harness.ts';

const BUCKETS = Array.from({ length: 16 }, (_, bucket) => bucket);
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Yesterday at noon, so that no test runs over midnight. */
const NOON_MS = Math.floor(Date.now() / DAY_MS) * DAY_MS - DAY_MS / 2;

const visit = (url: string, over: Partial<Visit> = {}): Visit => ({
  ...{ url, referrer: '', visitTime: new Date(NOON_MS), kind: VisitKind.VISIT_KIND_BROWSE },
  ...{ readerKey: 'reader 1', userAgent: '', ...over },
});

const byReaders = (url: string, readers: number) =>
  Array.from({ length: readers }, (_, at) => visit(url, { readerKey: `reader ${at}` }));

async function report(harness: Harness, ...batches: Visit[][]) {
  const answer = await harness.client.reportVisits(batches.map((visits) => ({ visits })));
  await harness.counted();
  return answer;
}

async function countOf(harness: Harness, host: string): Promise<number> {
  const { hours } = await harness.client.getVisits({ host });
  return hours.reduce((sum, { visits }) => sum + visits, 0);
}

async function withNews(kind: EngineKind): Promise<Harness> {
  const harness = await Harness.open(kind);
  await harness.create('news', ['https://a.test/']);
  return harness;
}

/** Visits as those see them who report and those who count. */
export function visitSuite(kind: EngineKind): void {
  describe('visits', () => {
    it('count one reader once a page and day, hour by hour', async () => {
      await using harness = await withNews(kind);
      const at = (ms: number, readerKey: string, url = 'https://a.test/1') =>
        visit(url, { readerKey, visitTime: new Date(NOON_MS + ms) });
      const first = [at(0, 'me'), at(5, 'me'), at(9, 'you'), at(HOUR_MS, 'me')];
      const second = [at(HOUR_MS, 'me', 'https://a.test/2'), at(-DAY_MS, 'me')];
      expect(await report(harness, first, second)).toEqual({ taken: 6, refused: [] });
      expect((await harness.client.getVisits({ host: 'A.test' })).hours).toEqual([
        { startTime: new Date(NOON_MS - DAY_MS), visits: 1 },
        { startTime: new Date(NOON_MS), visits: 2 },
        { startTime: new Date(NOON_MS + HOUR_MS), visits: 1 },
      ]);
      await report(harness, first, second);
      expect(await countOf(harness, 'a.test')).toBe(4);
    });

    it('without a reader are readers of their own, and the same when they are reported again', async () => {
      await using harness = await withNews(kind);
      const nobody = visit('https://a.test/1', { readerKey: '' });
      const batch = [nobody, nobody, { ...nobody, visitTime: new Date(NOON_MS + 1) }];
      await report(harness, batch);
      await report(harness, batch);
      expect(await countOf(harness, 'a.test')).toBe(3);
    });

    it('are refused one by one, by reason', async () => {
      await using harness = await withNews(kind);
      const bad = [
        visit('ftp://a.test/'),
        visit('nonsense \0'),
        visit(`https://a.test/${'x'.repeat(9_000)}`),
        visit('https://a.test/', { visitTime: undefined }),
        visit('https://a.test/', { visitTime: new Date(NOON_MS - 20 * DAY_MS) }),
        visit('https://a.test/', { visitTime: new Date('1970-01-02') }),
        visit('https://a.test/', { visitTime: new Date('2099-01-01') }),
        visit('https://a.test/', { readerKey: 'k'.repeat(1_001) }),
        visit('https://a.test/', { userAgent: 'u'.repeat(2_001) }),
        visit('https://a.test/', { userAgent: 'Googlebot/2.1' }),
      ];
      const fine = visit('https://a.test/', { referrer: 'android-app://x', readerKey: '\0ö' });
      const { taken, refused } = await report(harness, [...bad, fine], [bad[0]!]);
      expect([taken, new Map(refused.map(({ reason, visits }) => [reason, visits]))]).toEqual([
        1,
        new Map([
          [VisitRefusal.VISIT_REFUSAL_BAD_URL, 4],
          [VisitRefusal.VISIT_REFUSAL_BAD_TIME, 1],
          [VisitRefusal.VISIT_REFUSAL_TOO_OLD, 2],
          [VisitRefusal.VISIT_REFUSAL_IN_FUTURE, 1],
          [VisitRefusal.VISIT_REFUSAL_BAD_READER, 2],
          [VisitRefusal.VISIT_REFUSAL_ROBOT, 1],
        ]),
      ]);
      expect(await countOf(harness, 'a.test')).toBe(1);
    });

    it('of one who reads faster than people do are refused', async () => {
      await using harness = await withNews(kind);
      const million = Array.from({ length: 1_000 }, () => visit('https://a.test/1'));
      const { taken, refused } = await report(harness, million, million);
      const { VISIT_REFUSAL_TOO_MANY } = VisitRefusal;
      expect([taken, refused]).toEqual([120, [{ reason: VISIT_REFUSAL_TOO_MANY, visits: 1_880 }]]);
      expect(await countOf(harness, 'a.test')).toBe(1);
    });

    it.each([
      ['no visits', [], 'visits: must be 1 to 10,000'],
      ['too many visits', Array<Visit>(10_001).fill(visit('https://a.test/')), 'there are 10001'],
      ['no kind', [visit('https://a.test/'), { ...visit(''), kind: 0 as const }], 'visits[1].kind'],
      ['an unknown kind', [{ ...visit(''), kind: 77 as never }], 'visits[0].kind'],
    ])('in a batch with %s are refused as a whole', async (_, visits, what) => {
      await using harness = await Harness.open(kind);
      await expect(harness.client.reportVisits([{ visits }])).rejects.toMatchObject({
        ...{ code: 'REQUEST_INVALID', message: expect.stringContaining(what) },
      });
    });

    it.each(['a.test/path', 'a b', 'me@a.test'])('of the host %s are nobody’s', async (host) => {
      await using harness = await Harness.open(kind);
      await expect(harness.client.getVisits({ host })).rejects.toMatchObject({
        ...{ code: 'REQUEST_INVALID', message: expect.stringContaining('host:') },
      });
    });

    it('in no batch at all are none', async () => {
      await using harness = await Harness.open(kind);
      expect(await report(harness)).toEqual({ taken: 0, refused: [] });
    });
  });

  describe('what readers open', () => {
    it('is discovered where it is in the scope of a crawl, and fetched', async () => {
      await using harness = await withNews(kind);
      harness.pages({ 'https://a.test/': {}, 'https://a.test/only-readers-know': {} });
      await harness.finish('news');
      await report(harness, [visit('https://a.test/only-readers-know')]);
      expect(harness.frontier.get('news', 'https://a.test/only-readers-know')).toMatchObject({
        discoverer: { source: 'visits' },
      });
      const crawl = await harness.finish('news');
      expect(harness.world.fetched).toContain('https://a.test/only-readers-know');
      expect(crawl).toMatchObject({ settings: { scope: { sites: ['a.test'] } } });
    });

    it('is only counted where no crawl has it, and widens no scope', async () => {
      await using harness = await withNews(kind);
      const elsewhere = byReaders('https://elsewhere.test/', 3);
      await report(harness, [...elsewhere, ...elsewhere, visit('https://b.test/')]);
      expect(harness.frontier.get('news', 'https://elsewhere.test/')).toBeUndefined();
      const { outside } = await harness.client.getVisits({ host: '' });
      expect(outside).toEqual([
        { host: 'elsewhere.test', visits: 6, over: 0 },
        { host: 'b.test', visits: 1, over: 0 },
      ]);
      expect(await countOf(harness, 'elsewhere.test')).toBe(0);
      expect((await harness.crawl('news')).settings?.scope?.sites).toEqual(['a.test']);
    });

    it('may be more at once than one write takes', async () => {
      await using harness = await withNews(kind);
      const urls = Array.from({ length: 20_000 }, (_, at) => `https://a.test/${at}`);
      const visits = urls.map((url, at) => visit(url, { readerKey: `${at}` }));
      // So that they pile up and come together.
      await harness.handled();
      harness.frontier.isAway = true;
      const batches = [visits.slice(0, 10_000), visits.slice(10_000)];
      await harness.client.reportVisits(batches.map((some) => ({ visits: some })));
      harness.frontier.isAway = false;
      await harness.counted();
      const found = urls.filter((url) => harness.frontier.get('news', url) !== undefined);
      expect(found).toHaveLength(20_000);
      const deadLetters = harness.stream.deadLetters(visitsReported, 'scheduler');
      expect([await countOf(harness, 'a.test'), await deadLetters.list()]).toEqual([20_000, []]);
    });

    it('belongs to every crawl that has it', async () => {
      await using harness = await withNews(kind);
      await harness.create('more', ['https://a.test/other']);
      await report(harness, byReaders('https://a.test/1', 2));
      const found = ['news', 'more'].map((crawl) =>
        harness.frontier.get(crawl, 'https://a.test/1'),
      );
      expect(found.every((url) => url?.discoverer?.source === 'visits')).toBe(true);
      expect(await countOf(harness, 'a.test')).toBe(2);
    });
  });

  describe('readers', () => {
    it('are known again after restarts in the middle of the day', async () => {
      await using harness = await withNews(kind);
      const some = byReaders('https://a.test/1', 500);
      const others = byReaders('https://a.test/2', 10);
      await report(harness, some);
      await harness.restart();
      await report(harness, some, others);
      expect(await countOf(harness, 'a.test')).toBe(510);
      // By now the marks are in kept sketches, and come from there.
      await harness.restart();
      await report(harness, some, others);
      expect(await countOf(harness, 'a.test')).toBe(510);
    });

    it('are forgotten with all that was kept of their day, salt first', async () => {
      await using harness = await withNews(kind);
      await report(harness, byReaders('https://a.test/1', 500), [visit('https://elsewhere.test/')]);
      const kept = async () => {
        const tables = [readerSaltsTable, readerMarksTable, readerPagesTable, visitDaysTable];
        const all = [...tables, visitHostsTable].map(async (table) => {
          const pages = await Promise.all(
            BUCKETS.map((bucket) =>
              harness.store.page<Table>(table, { prefix: [bucket], limit: 100 }),
            ),
          );
          return pages.reduce((sum, { rows }) => sum + rows.length, 0);
        });
        return await Promise.all(all);
      };
      const [salts, marks, pages, days, hosts] = await kept();
      expect([salts, marks! + pages! > 0, days, hosts]).toEqual([1, true, 1, 1]);
      harness.aheadMs = 20 * DAY_MS;
      await harness.restart();
      const isForgotten = async () => (await kept()).every((rows) => rows === 0);
      await eventually(isForgotten, { what: 'the day to be forgotten', withinMs: 60_000 });
      expect(await countOf(harness, 'a.test')).toBe(0);
      const { refused } = await report(harness, [visit('https://a.test/1')]);
      expect(refused).toEqual([{ reason: VisitRefusal.VISIT_REFUSAL_TOO_OLD, visits: 1 }]);
    });

    it('are counted once when the store does not say whether it wrote', async () => {
      await using harness = await withNews(kind);
      await report(harness, byReaders('https://a.test/0', 1));
      harness.isStoreBroken = true;
      const { taken } = await harness.client.reportVisits([
        { visits: byReaders('https://a.test/1', 7) },
      ]);
      await eventually(() => harness.unknownWrites > 1, { what: 'some tries' });
      harness.isStoreBroken = false;
      await harness.counted();
      expect([taken, await countOf(harness, 'a.test')]).toEqual([7, 8]);
    });

    it('wait for a frontier that is away', async () => {
      await using harness = await withNews(kind);
      await harness.handled();
      harness.frontier.isAway = true;
      const visits = [...byReaders('https://a.test/1', 5), visit('https://elsewhere.test/')];
      await harness.client.reportVisits([{ visits }]);
      await harness.restart();
      expect(await countOf(harness, 'a.test')).toBe(0);
      harness.frontier.isAway = false;
      await harness.counted();
      expect(await countOf(harness, 'a.test')).toBe(5);
      const deadLetters = harness.stream.deadLetters(visitsReported, 'scheduler');
      expect(await deadLetters.list()).toEqual([]);
    });

    it('of reports that are wrong keep none of the others waiting', async () => {
      await using harness = await withNews(kind);
      const good = {
        ...{ url: 'https://a.test/1', referrer: '', visitTime: new Date(NOON_MS) },
        ...{ kind: VisitKind.VISIT_KIND_SEARCH_CLICK, reader: new Uint8Array(8) },
      };
      const wrong = [
        { ...good, reader: new Uint8Array(7) },
        { ...good, kind: 0 as const },
        { ...good, visitTime: undefined },
        { ...good, url: 'https://b.test/' },
        { ...good, url: 'nonsense' },
      ];
      const reports = [...wrong, good].map((each) => ({ host: 'a.test', visits: [good, each] }));
      await harness.stream.publish(visitsReported, reports);
      await harness.counted();
      expect(await countOf(harness, 'a.test')).toBe(1);
      const dead = await harness.stream.deadLetters(visitsReported, 'scheduler').list();
      expect(dead.map(({ code }) => code)).toEqual(wrong.map(() => 'MESSAGE_MALFORMED'));
    });

    it('may be many', async () => {
      await using harness = await withNews(kind);
      const batches = Array.from({ length: 20 }, (_, batch) =>
        Array.from({ length: 1_000 }, (__, at) =>
          visit(`https://h${at % 7}.a.test/${batch}`, { readerKey: `${batch} ${at}` }),
        ),
      );
      expect(await report(harness, ...batches)).toEqual({ taken: 20_000, refused: [] });
      const counts = await Promise.all(
        [0, 1, 2, 3, 4, 5, 6].map((host) => countOf(harness, `h${host}.a.test`)),
      );
      const sum = counts.reduce((all, each) => all + each, 0);
      // The stated error: of those who are new one in a hundred may be taken for known once the day is full.
      expect(sum).toBeGreaterThan(19_990);
      expect(sum).toBeLessThanOrEqual(20_000);
    });
  });
}
