import { describe, expect, it } from '@jest/globals';
import { WaitKind } from '@mayfly/contracts/frontier/v1';
import { ReasonKind, SourceKind, SourceState } from '@mayfly/contracts/scheduler/v1';
import { durationOf } from '@mayfly/grpc';
import type { EngineKind } from '@mayfly/service-testing';
import { eventually } from '@mayfly/testing';
import { Harness } from './harness.ts';

const A = 'https://a.test/';
const LISTS = ['1', '2', '3'].map((at) => `${A}list/${at}`);

/** Sources, plans and explanations. */
export function sourceSuite(kind: EngineKind): void {
  const crawled = async (harness: Harness) => {
    const pages = Object.fromEntries(LISTS.map((url) => [url, { links: [`${url}/page`] }]));
    harness.pages({ [A]: { links: [`${A}page`] }, [`${A}page`]: {}, ...pages });
    await harness.create('news', [A], { revisitInterval: durationOf(3_600_000) });
    await harness.fetchUntil('news', 'the seed', () => harness.world.fetched.includes(A));
    await harness.handled();
  };
  const listed = async ({ client }: Harness, more: { state?: SourceState; host?: string } = {}) => {
    const request = { crawl: 'news', host: '', pageToken: '', ...more };
    return (await client.listSources(request)).sources;
  };

  describe(`sources (${kind})`, () => {
    it('begin with the seeds, and are shown with what is believed of them', async () => {
      await using harness = await Harness.open(kind);
      await crawled(harness);
      expect(await listed(harness)).toMatchObject([
        { url: A, host: 'a.test', kind: SourceKind.SOURCE_KIND_SEED, crawls: 1, newLinks: 1 },
      ]);
    });

    it('are added by hand, each answered by itself, and are there after a restart', async () => {
      await using harness = await Harness.open(kind);
      await crawled(harness);
      const urls = [LISTS[0]!, `${LISTS[0]}#x`, 'ftp://a.test/', 'https://elsewhere.test/', A];
      const { results } = await harness.client.addSources({ crawl: 'news', urls });
      expect(results).toEqual([
        { accepted: true, url: LISTS[0], rule: '', added: true },
        { accepted: true, url: LISTS[0], rule: '', added: false },
        { accepted: false, url: '', rule: 'scheme', added: false },
        { accepted: false, url: '', rule: 'scope', added: false },
        { accepted: true, url: A, rule: '', added: false },
      ]);
      await harness.restart();
      expect(await listed(harness)).toMatchObject([
        { url: A },
        { url: LISTS[0], kind: SourceKind.SOURCE_KIND_BY_HAND },
      ]);
      await harness.fetchUntil('news', 'the list', () => harness.world.fetched.includes(LISTS[0]!));
    });

    it('are listed page by page, by state and by host', async () => {
      await using harness = await Harness.open(kind);
      await crawled(harness);
      await harness.client.addSources({ crawl: 'news', urls: LISTS });
      const seen: string[] = [];
      let pageToken = '';
      do {
        const page = await harness.client.listSources({
          ...{ crawl: 'news', host: 'a.test', pageSize: 3, pageToken },
        });
        seen.push(...page.sources.map(({ url }) => url));
        pageToken = page.nextPageToken;
      } while (pageToken !== '');
      expect(seen).toEqual([A, ...LISTS]);
      expect(await listed(harness, { host: 'b.test' })).toEqual([]);
      const state = SourceState.SOURCE_STATE_RETIRED;
      expect(await listed(harness, { state })).toEqual([]);
    });

    it('are removed until somebody adds them again', async () => {
      await using harness = await Harness.open(kind);
      await crawled(harness);
      await harness.client.addSources({ crawl: 'news', urls: LISTS });
      const remove = async (urls: string[]) =>
        (await harness.client.removeSources({ crawl: 'news', urls })).results;
      expect(await remove([LISTS[0]!, 'nonsense', `${A}never`])).toEqual([
        { url: LISTS[0], rule: '', removed: true },
        { url: '', rule: 'malformed', removed: false },
        { url: `${A}never`, rule: '', removed: false },
      ]);
      const state = SourceState.SOURCE_STATE_RETIRED;
      expect((await listed(harness, { state })).map(({ url }) => url)).toEqual([LISTS[0]]);
      const { results } = await harness.client.addSources({ crawl: 'news', urls: [LISTS[0]!] });
      expect(results).toMatchObject([{ accepted: true, added: true }]);
      expect(await listed(harness, { state })).toEqual([]);
    });
  });

  describe(`a plan (${kind})`, () => {
    it('shows figures, sources and how many there are in each state', async () => {
      await using harness = await Harness.open(kind);
      await crawled(harness);
      const plan = await harness.client.getPlan({ crawl: 'news' });
      expect(plan).toMatchObject({ crawl: 'news', policy: 'bfs', alarmedSources: 0 });
      expect(plan.rate).toBeGreaterThan(0);
      expect(plan.sourcesByState.reduce((sum, { sources }) => sum + sources, 0)).toBe(1);
      expect(plan.lookedAtSources).toBe(1);
      await harness.restart();
      expect((await harness.client.getPlan({ crawl: 'news' })).lookedAtSources).toBe(1);
    });
  });

  describe(`an explanation (${kind})`, () => {
    const kindsOf = async ({ client }: Harness, url: string) =>
      (await client.explainUrl({ crawl: 'news', url })).reasons.map((reason) => reason.kind);

    it('of a source says when it is visited next and why', async () => {
      await using harness = await Harness.open(kind);
      await crawled(harness);
      const { source, reasons } = await harness.client.explainSource({ crawl: 'news', url: A });
      expect(source).toMatchObject({ url: A, crawls: 1 });
      expect(reasons.length).toBeGreaterThan(0);
      for (const { sentence } of reasons) expect(sentence).toMatch(/^[A-Z].*\.$/);
      const { source: same } = await harness.client.explainUrl({ crawl: 'news', url: A });
      expect(same?.url).toBe(A);
    });

    it('of a URL has what the frontier says, asked once', async () => {
      await using harness = await Harness.open(kind);
      await crawled(harness);
      harness.frontier.waits = [
        {
          ...{ kind: WaitKind.WAIT_KIND_PARKED, restReason: 0, rule: '', whose: '' },
          ...{ ahead: 0, aheadIsLeast: false },
        },
      ];
      const { reasons } = await harness.client.explainUrl({ crawl: 'news', url: `${A}never` });
      expect(reasons).toMatchObject([
        { kind: ReasonKind.REASON_KIND_PAGE_UNKNOWN },
        { kind: ReasonKind.REASON_KIND_FRONTIER, detail: 'parked' },
      ]);
      expect(harness.frontier.calls.filter((call) => call === 'explainUrls')).toHaveLength(1);
    });

    it('of a wish tells of it, and of a crawl that is paused', async () => {
      await using harness = await Harness.open(kind);
      await crawled(harness);
      await harness.client.submitUrls({ crawl: 'news', urls: [`${A}wish`], priority: 3 });
      await eventually(
        async () => (await kindsOf(harness, `${A}wish`)).includes(ReasonKind.REASON_KIND_WISH_OPEN),
        { what: 'the wish to be handed over' },
      );
      await harness.client.pauseCrawl({ name: 'news' });
      expect((await kindsOf(harness, `${A}wish`))[0]).toBe(ReasonKind.REASON_KIND_CRAWL_PAUSED);
    });

    it('fails when the frontier is away', async () => {
      await using harness = await Harness.open(kind);
      await crawled(harness);
      harness.frontier.isAway = true;
      await expect(harness.client.explainUrl({ crawl: 'news', url: A })).rejects.toMatchObject({
        code: 'DEPENDENCY_AWAY',
      });
    });
  });
}
