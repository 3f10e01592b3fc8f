import { describe, expect, it } from '@jest/globals';
import { Policy } from '@mayfly/contracts/crawl/v1';
import { DocumentKind, VisitKind } from '@mayfly/contracts/events/v1';
import { UrlState } from '@mayfly/contracts/frontier/v1';
import { FinishReason } from '@mayfly/contracts/scheduler/v1';
import { documentsRecorded } from '@mayfly/events';
import { durationOf } from '@mayfly/grpc';
import type { EngineKind } from '@mayfly/service-testing';
import { eventually } from '@mayfly/testing';
import type { Url } from '@mayfly/url';
import { Harness } from './harness.ts';

const A = 'https://a.test/' as Url;
const B = 'https://b.test/' as Url;
/** Time passes quickly for plans. */
const QUICK = {
  SCHEDULER_LOG_PERIOD: '20ms',
  SCHEDULER_TEND_MS: '20ms',
  SCHEDULER_SOURCE_SEARCH: '20ms',
  SCHEDULER_SOURCE_AGE: '10ms',
};
const AGAIN = { policy: Policy.POLICY_MAYFLY, revisitInterval: durationOf(1_000) };

const numbered = (site: string, from: number, count: number) =>
  Array.from({ length: count }, (_, at) => `${site}${from + at}`);

/** So many readers open each of the URLs now. */
async function read(harness: Harness, urls: readonly string[], readers: number): Promise<void> {
  const visitTime = new Date();
  const visits = urls.flatMap((url) =>
    Array.from({ length: readers }, (_, at) => ({
      ...{ url, referrer: '', visitTime, kind: VisitKind.VISIT_KIND_BROWSE },
      ...{ readerKey: `reader ${at}`, userAgent: '' },
    })),
  );
  const { taken } = await harness.client.reportVisits([{ visits }]);
  expect(taken).toBe(visits.length);
  await harness.counted();
}

/** Two sites of which readers read only the second. */
async function readAndUnread(kind: EngineKind): Promise<Harness> {
  const harness = await Harness.open(kind);
  await harness.restart(QUICK);
  harness.pages({ [A]: { links: numbered(A, 0, 6) }, [B]: { links: numbered(B, 0, 6) } });
  for (const url of [...numbered(A, 0, 20), ...numbered(B, 0, 20)]) harness.pages({ [url]: {} });
  await harness.create('news', [A, B], AGAIN);
  await harness.fetchUntil('news', 'all pages', async () => {
    return (await harness.crawl('news')).pages >= 14;
  });
  await read(harness, numbered(B, 0, 6), 30);
  await eventually(() => (harness.desk.source('news', B)?.estimate.visits ?? 0) > 90, {
    what: 'visits to be learned from',
  });
  return harness;
}

/** The crawl as its policy decides. */
export function planSuite(kind: EngineKind): void {
  describe(`a plan (${kind})`, () => {
    it.each([
      Policy.POLICY_UNSPECIFIED,
      Policy.POLICY_FIXED_QUOTA,
      Policy.POLICY_FREQUENCY,
      Policy.POLICY_ECHO_GREEDY,
      Policy.POLICY_ECHO_SCHEDULE,
      Policy.POLICY_ECHO_NEWPAGES,
      Policy.POLICY_WHITTLE,
    ])('of policy %s crawls all there is once, with no visits at all, and ends', async (policy) => {
      await using harness = await Harness.open(kind);
      harness.pages({
        [A]: { links: [...numbered(A, 1, 3), `${A}feed`] },
        [`${A}feed`]: { links: [`${A}4`], kind: DocumentKind.DOCUMENT_KIND_FEED },
        [`${A}1`]: { links: [`${A}5`, A] },
        [`${A}5`]: { links: [`${A}6`] },
      });
      for (const url of numbered(A, 2, 2)) harness.pages({ [url]: {} });
      const crawl = await harness.create('news', [A], { policy });
      expect(crawl.settings?.policy).toBe(policy === 0 ? Policy.POLICY_MAYFLY : policy);
      expect(await harness.finish('news')).toMatchObject({
        ...{ pages: 6, withoutDocument: 2, candidates: 0 },
        finished: { reason: FinishReason.FINISH_REASON_NOTHING_LEFT },
      });
      expect(harness.world.fetched.toSorted()).toEqual(
        [A, ...numbered(A, 1, 6), `${A}feed`].toSorted(),
      );
    });

    it('ends at its limit', async () => {
      await using harness = await Harness.open(kind);
      harness.pages({ [A]: { links: numbered(A, 1, 20) } });
      for (const url of numbered(A, 1, 20)) harness.pages({ [url]: {} });
      await harness.create('news', [A], { ...AGAIN, limits: { maxPages: 5 } });
      expect(await harness.finish('news')).toMatchObject({
        pages: 5,
        finished: { reason: FinishReason.FINISH_REASON_PAGE_LIMIT },
      });
    });

    it('puts the new page of the source first whose pages readers visit', async () => {
      await using harness = await readAndUnread(kind);
      const profit = (url: Url) => harness.desk.source('news', url)!.estimate.profit;
      await eventually(() => profit(B) > 1.2 * profit(A), { what: 'readers to be believed' });
      harness.pages({ [A]: { links: numbered(A, 1, 6) }, [B]: { links: numbered(B, 1, 6) } });
      await harness.fetch('news', A);
      await harness.fetch('news', B);
      const waits = (url: string) => {
        const known = harness.frontier.get('news', url);
        return known?.state === UrlState.URL_STATE_WAITING ? known.priority! : undefined;
      };
      await eventually(() => waits(`${A}6`) !== undefined && waits(`${B}6`) !== undefined, {
        what: 'both to be ordered',
      });
      expect(waits(`${B}6`)!).toBeGreaterThan(waits(`${A}6`)!);
      expect(harness.desk.page('news', `${B}6` as Url)).toMatchObject({
        ...{ state: 'out', sources: [B], birthBy: 'middle' },
      });
    });

    it('keeps what was learned over a restart, and repeats change nothing', async () => {
      await using harness = await readAndUnread(kind);
      const known = () =>
        harness.desk
          .listSources('news', { limit: 10 })
          .map(({ url, kind: what, crawls, newLinks, estimate }) => ({
            ...{ url, what, crawls, newLinks, visits: Math.round(estimate.visits) },
          }));
      const profit = () => harness.desk.source('news', B)!.estimate.profit;
      const before = known();
      await eventually(() => profit() > 10, { what: 'the profit to be believed' });
      const learned = profit();
      const page = harness.desk.page('news', `${B}1` as Url);
      expect(page).toMatchObject({ state: 'crawled', visits: 30, sources: [B] });
      const told = harness.told.length;
      await harness.stream.publish(documentsRecorded, harness.world.announced);
      await harness.handled();
      expect(known()).toEqual(before);
      await harness.restart(QUICK);
      await harness.stream.publish(documentsRecorded, harness.world.announced);
      await harness.handled();
      await eventually(() => harness.desk.plan('news') !== undefined, { what: 'the plan' });
      expect(known()).toEqual(before);
      const again = harness.desk.page('news', `${B}1` as Url);
      expect(again).toMatchObject({ state: 'crawled', visits: 30, sources: [B] });
      expect(again.birthMs).toBe(page.birthMs);
      await eventually(() => Math.abs(Math.log(profit() / learned)) < 0.3, { what: 'the profit' });
      expect(harness.told).toHaveLength(told);
      expect(harness.told.filter((one) => one === `found ${B}1`)).toHaveLength(1);
    });

    it('finds lists that stand on a front page, and retires those that bring nothing', async () => {
      await using harness = await Harness.open(kind);
      await harness.restart(QUICK);
      const [busy, idle] = [`${A}busy` as Url, `${A}idle` as Url];
      harness.pages({ [A]: { links: [busy, idle] }, [busy]: {}, [idle]: {} });
      await harness.create('news', [A], AGAIN);
      const stateOf = (url: Url) => harness.desk.source('news', url)?.state;
      let at = 0;
      await harness.fetchUntil('news', 'one active and one retired', () => {
        at += 1;
        harness.pages({ [busy]: { links: [`${A}${at}`] }, [`${A}${at}`]: {} });
        return stateOf(busy) === 'active' && stateOf(idle) === 'retired';
      });
      expect(harness.desk.source('news', busy)).toMatchObject({ kind: 'list', host: 'a.test' });
      expect(harness.desk.source('news', idle)?.reason).toContain('nothing new in its first 5');
      expect(harness.desk.plan('news')).toMatchObject({ policy: 'mayfly', states: { retired: 1 } });
    });

    it('takes a list that is longer than one write', async () => {
      await using harness = await Harness.open(kind);
      harness.pages({ [A]: { links: numbered(A, 0, 12_000) } });
      await harness.create('news', [A], AGAIN);
      await harness.fetch('news', A);
      expect(await harness.crawl('news')).toMatchObject({ pages: 1, newLinks: 12_000 });
      expect(harness.desk.source('news', A)).toMatchObject({ crawls: 1, newLinks: 12_000 });
      expect(harness.told.filter((one) => one.startsWith('found'))).toHaveLength(4_000);
    });

    it('visits what is added by hand, and leaves alone what is removed', async () => {
      await using harness = await Harness.open(kind);
      harness.pages({ [A]: {}, [`${A}list`]: {}, [`${A}far`]: {} });
      await harness.create('news', [A], AGAIN);
      await harness.fetch('news', A);
      const list = `${A}list` as Url;
      const [out, seed] = ['https://elsewhere.test/' as Url, A];
      const { desk } = harness;
      expect(await desk.addSources('news', [list, out, seed], 'by-hand')).toEqual([
        ...[true, true, false],
      ]);
      await harness.fetch('news', list);
      expect(desk.source('news', list)).toMatchObject({ kind: 'by-hand', crawls: 1 });
      await eventually(() => desk.source('news', out)?.state === 'retired', { what: 'refusal' });
      expect(desk.source('news', out)?.reason).toBe('the frontier refuses it: scope');
      expect(await desk.removeSources('news', [list, list])).toEqual([true, false]);
      await harness.restart();
      await harness.fetch('news', A);
      expect(harness.desk.source('news', list)).toMatchObject({
        ...{ state: 'retired', reason: 'removed by hand', nextVisitMs: undefined },
      });
      expect(await harness.desk.addSources('nobody', [list], 'by-hand')).toEqual([false]);
    });
  });
}
