import { describe, expect, it } from '@jest/globals';
import { Outcome } from '@mayfly/contracts/crawl/v1';
import { Record } from '@mayfly/contracts/events/v1';
import {
  SchedulerServiceDefinition,
  UrlState,
  type WatchUrlsResponse,
} from '@mayfly/contracts/scheduler/v1';
import { durationOf, openClient } from '@mayfly/grpc';
import type { EngineKind } from '@mayfly/service-testing';
import { eventually } from '@mayfly/testing';
import { Harness } from './harness.ts';

const A = 'https://a.test/';
const BY_HAND = 'by-hand';

export function wishSuite(kind: EngineKind): void {
  const submit = (harness: Harness, urls: string[], maxAgeMs?: number) =>
    harness.client.submitUrls({
      ...{ crawl: BY_HAND, urls },
      maxAge: maxAgeMs === undefined ? undefined : durationOf(maxAgeMs),
    });
  const watch = async (harness: Harness, crawl: string, urls: string[]) => {
    const seen: WatchUrlsResponse[] = [];
    for await (const event of harness.client.watchUrls({ crawl, urls })) seen.push(event);
    return seen;
  };
  const stateOf = async (harness: Harness, url: string, crawl = '') =>
    (await harness.client.getUrl({ crawl, url })).state;

  describe(`a wish (${kind})`, () => {
    it('is accepted in its normalised form, or refused with the rule', async () => {
      await using harness = await Harness.open(kind);
      const { results } = await submit(harness, [
        'HTTPS://A.test:443/x#y',
        'mailto:a@b',
        'nonsense',
      ]);
      expect(results).toEqual([
        { accepted: true, url: `${A}x`, rule: '' },
        { accepted: false, url: '', rule: 'scheme' },
        { accepted: false, url: '', rule: 'malformed' },
      ]);
    });

    it('is fetched, without following links, and told to whoever watches', async () => {
      await using harness = await Harness.open(kind);
      harness.pages({ [A]: { links: [`${A}1`] } });
      await submit(harness, [A]);
      const watching = watch(harness, BY_HAND, [A]);
      await harness.fetchUntil(BY_HAND, 'the fetch', () => harness.world.fetched.length === 1);
      expect(await watching).toMatchObject([
        { url: A, outcome: Outcome.OUTCOME_OK, record: Record.RECORD_NEW_VERSION, attempt: 1 },
      ]);
      await harness.handled();
      expect(harness.frontier.of(BY_HAND)).toHaveLength(1);
      expect(await watch(harness, BY_HAND, [A])).toMatchObject([
        { url: A, outcome: Outcome.OUTCOME_OK, attempt: 1, bodyBytes: 7 },
      ]);
    });

    it('for a known URL is answered with the document there is, unless that is too old', async () => {
      await using harness = await Harness.open(kind);
      harness.pages({ [A]: {} });
      await submit(harness, [A]);
      await harness.fetchUntil(BY_HAND, 'the fetch', () => harness.world.fetched.length === 1);
      await harness.handled();
      await submit(harness, [A]);
      expect(await watch(harness, BY_HAND, [A])).toMatchObject([{ url: A, attempt: 1 }]);
      await submit(harness, [A], 3_600_000);
      expect(await watch(harness, BY_HAND, [A])).toMatchObject([{ url: A, attempt: 1 }]);
      expect(harness.world.fetched).toHaveLength(1);
      await submit(harness, [A], 0);
      const watching = watch(harness, BY_HAND, [A]);
      await harness.fetchUntil(BY_HAND, 'a second', () => harness.world.fetched.length === 2);
      expect(await watching).toMatchObject([{ url: A, attempt: 2 }]);
    });

    it.each(['onSubmit', 'onSchedule'] as const)(
      'is fulfilled by a fetch that is heard of before it counts as handed over (%s)',
      async (asked) => {
        await using harness = await Harness.open(kind);
        harness.pages({ [A]: {} });
        const crawl = asked === 'onSubmit' ? 'news' : BY_HAND;
        harness.frontier[asked] = async () => {
          harness.frontier[asked] = () => {};
          await harness.world.fetchOne(crawl, harness.stream);
          await harness.handled();
        };
        if (asked === 'onSubmit') await harness.create(crawl, [A]);
        else await submit(harness, [A]);
        const isHandedOver = async () => (await harness.client.getStatus({})).submitted === 0;
        await eventually(async () => harness.world.fetched.length === 1 && (await isHandedOver()), {
          what: 'the first fetch',
        });
        expect(await watch(harness, crawl, [A])).toMatchObject([{ url: A }]);
        await harness.client.submitUrls({ crawl, urls: [A], maxAge: durationOf(0) });
        await harness.fetchUntil(crawl, 'a second', () => harness.world.fetched.length === 2);
      },
    );

    it('ends a finished crawl’s rest', async () => {
      await using harness = await Harness.open(kind);
      harness.pages({ [A]: {}, [`${A}new`]: {} });
      await harness.create('news', [A]);
      await harness.finish('news');
      await harness.client.submitUrls({ crawl: 'news', urls: [`${A}new`] });
      expect((await harness.crawl('news')).finished).toBeUndefined();
      expect(await harness.finish('news')).toMatchObject({ pages: 2 });
    });

    it('that the frontier refuses ends there, and says by which rule', async () => {
      await using harness = await Harness.open(kind);
      harness.pages({ [A]: {} });
      await harness.create('news', [A]);
      const url = 'https://b.test/';
      await harness.client.submitUrls({ crawl: 'news', urls: [url] });
      expect(await watch(harness, 'news', [url])).toMatchObject([{ url, rule: 'scope' }]);
      expect(await watch(harness, 'news', [url])).toMatchObject([{ url, rule: 'scope' }]);
      expect(await harness.client.getUrl({ crawl: 'news', url })).toMatchObject({
        state: UrlState.URL_STATE_REFUSED,
        rule: 'scope',
      });
    });

    it('follows a redirect as a URL of its own', async () => {
      await using harness = await Harness.open(kind);
      harness.pages({ [A]: { redirect: 'https://b.test/' }, 'https://b.test/': {} });
      await submit(harness, [A]);
      await harness.fetchUntil(BY_HAND, 'both', () => harness.world.fetched.length === 2);
      expect(harness.frontier.get(BY_HAND, 'https://b.test/')).toMatchObject({ hops: 1, depth: 0 });
    });
  });

  describe(`GetUrl (${kind})`, () => {
    it('shows one state made of three books', async () => {
      await using harness = await Harness.open(kind);
      harness.pages({ [A]: {} });
      expect(await stateOf(harness, A)).toBe(UrlState.URL_STATE_UNKNOWN);
      await submit(harness, [A]);
      await eventually(async () => (await stateOf(harness, A)) === UrlState.URL_STATE_WAITING, {
        what: 'it to wait',
      });
      const leased = harness.frontier.lease(BY_HAND)!;
      expect(await stateOf(harness, A)).toBe(UrlState.URL_STATE_LEASED);
      harness.frontier.settle(leased, Outcome.OUTCOME_OK);
      expect(await stateOf(harness, A)).toBe(UrlState.URL_STATE_SETTLED);
      await submit(harness, ['https://b.test/']);
      await harness.fetchUntil(BY_HAND, 'b', () => harness.world.fetched.length === 1);
      harness.world.documents.set(A, {
        ...harness.world.documents.get('https://b.test/')!,
        url: A,
        attempts: [{ attempt: 1, crawl: BY_HAND, outcome: 1, record: 1, detail: '' }],
      });
      expect(await harness.client.getUrl({ crawl: '', url: A })).toMatchObject({
        ...{ url: A, state: UrlState.URL_STATE_RECORDED, discoverer: 'submit' },
        attempts: [{ attempt: 1 }],
      });
    });

    it('shows a wish as submitted until the frontier takes it, and says when that is away', async () => {
      await using harness = await Harness.open(kind);
      harness.frontier.crawls.delete(BY_HAND);
      await submit(harness, [A]);
      await eventually(() => harness.frontier.submissions > 1, { what: 'a try or two' });
      expect(await stateOf(harness, A)).toBe(UrlState.URL_STATE_SUBMITTED);
      harness.frontier.isAway = true;
      await expect(harness.client.getUrl({ crawl: '', url: A })).rejects.toMatchObject({
        code: 'DEPENDENCY_AWAY',
      });
      expect(await harness.client.getStatus({})).toMatchObject({ submitted: 1 });
    });
  });

  describe(`WatchUrls (${kind})`, () => {
    it('without names goes on until the watcher leaves', async () => {
      await using harness = await Harness.open(kind);
      harness.pages({ [A]: {} });
      const stop = new AbortController();
      const seen: (number | undefined)[] = [];
      const watching = (async () => {
        const request = { crawl: BY_HAND, urls: [] };
        for await (const event of harness.client.watchUrls(request, { signal: stop.signal })) {
          seen.push(event.attempt);
        }
      })().catch(({ code }: { code: string }) => code);
      // Nobody tells when a watcher is there, so there is always one more attempt to see.
      await harness.fetchUntil(BY_HAND, 'two attempts in a row', async () => {
        await submit(harness, [A], 0);
        return new Set(seen).size >= 2;
      });
      stop.abort();
      expect(await watching).toBe('CALL_CANCELLED');
    });

    it('ends when the scheduler drains', async () => {
      await using harness = await Harness.open(kind);
      await submit(harness, [A]);
      await using client = await openClient(SchedulerServiceDefinition, {
        service: 'test',
        target: `dns:///${harness.address}`,
      });
      const events = client.watchUrls({ crawl: BY_HAND, urls: [A, `${A}never`] });
      const watching = events[Symbol.asyncIterator]();
      const first = watching.next();
      await harness.fetchUntil(BY_HAND, 'the fetch', () => harness.world.fetched.length === 1);
      expect(await first).toMatchObject({ done: false, value: { url: A } });
      const second = watching.next();
      await harness.stop();
      expect(await second).toEqual({ done: true, value: undefined });
      await harness.start();
    });
  });
}
