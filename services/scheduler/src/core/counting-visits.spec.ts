import { describe, expect, it } from '@jest/globals';
import { CrawlError } from '@mayfly/errors';
import { sketchSize } from '@mayfly/readers';
import type { HostKey, Url } from '@mayfly/url';
import { CountingVisits } from './counting-visits.ts';
import { byHandCrawl, type Crawl } from './crawl.ts';
import { CrawlScopes } from './crawl-scopes.ts';
import { FrontierAnswers } from './frontier-answers.ts';
import { HandingOver } from './handing-over.ts';
import { KnownUrls } from './known-urls.ts';
import type { CrawlBook, Frontier, Submission } from './ports.ts';
import { RememberedReaders } from './remembered-readers.ts';
import type { VisitReport } from './visit.ts';
import type { CountedReport, CountedVisit, ReaderBook, VisitBook } from './visit-ports.ts';

const crawl = (name: string, hosts: string[], over: Partial<Crawl> = {}): Crawl => ({
  ...{ ...byHandCrawl, name, ...over },
  settings: { scope: { sites: [], hosts, prefixes: [] }, private: false },
});

const CRAWLS = [
  byHandCrawl,
  crawl('news', ['a.test']),
  crawl('more', ['a.test', 'b.test']),
  crawl('gone', ['c.test'], { deleted: true }),
  crawl('half', ['c.test'], { ready: false }),
];

const report = (position: number, url: string, readers: string): VisitReport => ({
  host: new URL(url).host as HostKey,
  place: { name: `main 0 ${position}`, position, outOfOrder: false },
  visits: [...readers].map((letter) => ({
    ...{ url: url as Url, referrer: undefined, atMs: 1_000, kind: 'browse' as const },
    reader: letter.repeat(8),
  })),
});

const NO_READERS = {
  pages: async function* () {},
  marks: async function* () {},
} as Partial<ReaderBook> as ReaderBook;

async function open({ answer = 'new' as const } = {}) {
  const applied: CountedReport[] = [];
  const submitted: Submission[] = [];
  const found: string[] = [];
  const told: CountedVisit[] = [];
  const trouble = { isWriteLost: false, isFrontierAway: false };
  const visits = {
    areApplied: async (reports: readonly VisitReport[]) =>
      reports.map(({ place }) => applied.some((each) => each.report.place.name === place.name)),
    apply: async (counted: readonly CountedReport[]) => {
      applied.push(...counted);
      if (trouble.isWriteLost) throw new CrawlError('STORE_AWAY', 'nobody knows');
      return [];
    },
    discovered: async (name: string, candidates: readonly { url: Url }[]) =>
      void found.push(...candidates.map(({ url }) => `${name} ${url}`)),
  } as Partial<VisitBook> as VisitBook;
  const frontier = {
    submit: async (some: readonly Submission[]) => {
      if (trouble.isFrontierAway) throw new CrawlError('DEPENDENCY_AWAY', 'away');
      submitted.push(...some);
      return some.map(() => ({ answer, rule: '' }));
    },
  } as Partial<Frontier> as Frontier;
  const crawls = { all: () => CRAWLS } as Partial<CrawlBook> as CrawlBook;
  const handing = new HandingOver({ crawls, frontier });
  const counting = new CountingVisits({
    discovered: () => {},
    answers: new FrontierAnswers({ frontier, handing, known: new KnownUrls(100) }),
    ...{ handing, visits, scopes: new CrawlScopes(crawls), nowMs: () => 1 },
    readers: await RememberedReaders.open(NO_READERS, sketchSize(1_000, 0.001)),
    interest: [{ visited: async (some) => void told.push(...some) }],
  });
  return { applied, submitted, found, told, trouble, counting };
}

describe('counting visits', () => {
  it('counts readers of a page once, and says what it left out', async () => {
    const { counting, applied } = await open();
    const reports = [
      report(1, 'http://a.test/', 'xyx'),
      report(2, 'http://a.test/', 'yz'),
      report(3, 'http://c.test/', 'xx'),
    ];
    expect(await counting.count(reports)).toEqual({
      ...{ counted: 3, shown: 0, repeated: 2, outside: 2, unremembered: 0 },
    });
    expect(applied.map(({ countedMs, outside }) => [countedMs.length, outside])).toEqual([
      ...[
        [2, 0],
        [1, 0],
        [0, 2],
      ],
    ]);
    expect(await counting.count([report(4, 'http://a.test/', 'xyz')])).toMatchObject({
      ...{ counted: 0, repeated: 3 },
    });
  });

  it('counts what is opened, once, whether or not it was shown before', async () => {
    const { counting, applied, told } = await open();
    const { visits, ...rest } = report(1, 'http://b.test/', 'xx');
    const [opened] = visits;
    const shown = { ...opened!, kind: 'shown' as const };
    const click = { ...opened!, kind: 'search-click' as const };
    const counts = await counting.count([{ ...rest, visits: [shown, shown, click, opened!] }]);
    expect(counts).toMatchObject({ counted: 1, shown: 1, repeated: 2 });
    expect(applied[0]!.countedMs).toEqual([1_000]);
    expect(told.map(({ kind }) => kind)).toEqual(['shown', 'search-click']);
  });

  it('tells each crawl of what is in its scope, and asks once', async () => {
    const { counting, submitted, found, told } = await open();
    await counting.count([report(7, 'http://a.test/', 'xy'), report(8, 'http://b.test/', 'x')]);
    expect(submitted.map(({ crawl: name, url, from }) => [name, url, from])).toEqual([
      ['news', 'http://a.test/', { url: 'visits', attempt: 8 }],
      ['more', 'http://a.test/', { url: 'visits', attempt: 8 }],
      ['more', 'http://b.test/', { url: 'visits', attempt: 9 }],
    ]);
    expect(found).toEqual(['news http://a.test/', 'more http://a.test/', 'more http://b.test/']);
    expect(told.map(({ crawl: name, url }) => `${name} ${url}`)).toEqual([
      ...['news http://a.test/', 'more http://a.test/'],
      ...['news http://a.test/', 'more http://a.test/', 'more http://b.test/'],
    ]);
    await counting.count([report(9, 'http://a.test/', 'z')]);
    expect(submitted).toHaveLength(3);
  });

  it('counts nobody again whose report was written when nobody knew', async () => {
    const { counting, trouble } = await open();
    trouble.isWriteLost = true;
    const first = report(1, 'http://a.test/', 'xy');
    await expect(counting.count([first])).rejects.toMatchObject({ code: 'STORE_AWAY' });
    trouble.isWriteLost = false;
    expect(await counting.count([first])).toMatchObject({ counted: 0 });
    const again = await counting.count([report(2, 'http://a.test/', 'xyz')]);
    expect(again).toMatchObject({ counted: 1, repeated: 2 });
  });

  it.each(['http://a.test/', 'http://c.test/'])(
    'lets visits to %s wait while the frontier is away',
    async (url) => {
      const { counting, trouble, applied, told } = await open();
      trouble.isFrontierAway = true;
      const reports = [report(1, url, 'x')];
      await expect(counting.count(reports)).rejects.toMatchObject({ code: 'DEPENDENCY_AWAY' });
      expect([applied, told]).toEqual([[], []]);
    },
  );
});
