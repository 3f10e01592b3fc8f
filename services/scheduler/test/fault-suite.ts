import { describe, expect, it } from '@jest/globals';
import { RequestKind } from '@mayfly/contracts/crawl/v1';
import { type DocumentRecorded, LinkKind, Record } from '@mayfly/contracts/events/v1';
import { documentsRecorded } from '@mayfly/events';
import { Closer } from '@mayfly/lifecycle';
import type { EngineKind } from '@mayfly/service-testing';
import { eventually } from '@mayfly/testing';
import { openScheduler } from '../src/service.ts';
import { Harness } from './harness.ts';

const A = 'https://a.test/';

export function faultSuite(kind: EngineKind): void {
  const chain = (harness: Harness, length: number) => {
    for (let at = 0; at < length; at += 1) {
      harness.pages({ [at === 0 ? A : `${A}${at}`]: { links: [`${A}${at + 1}`] } });
    }
    harness.pages({ [`${A}${length}`]: {} });
  };

  describe(`a scheduler in trouble (${kind})`, () => {
    it('counts and follows an announcement once that comes again, also after a restart', async () => {
      await using harness = await Harness.open(kind);
      chain(harness, 3);
      await harness.create('news', [A]);
      const before = await harness.finish('news');
      const submissions = harness.frontier.submissions;
      await harness.stream.publish(documentsRecorded, harness.world.announced);
      await harness.handled();
      await harness.restart();
      await harness.stream.publish(documentsRecorded, harness.world.announced);
      await harness.handled();
      expect(await harness.crawl('news')).toEqual(before);
      expect(harness.frontier.submissions).toBe(submissions);
    });

    it('loses nothing when it stops between ScheduleUrls and its own write', async () => {
      await using harness = await Harness.open(kind);
      chain(harness, 4);
      let isBroken = false;
      harness.frontier.onSchedule = () => {
        if (!isBroken) harness.isStoreBroken = true;
        isBroken = true;
      };
      await harness.create('news', [A]);
      await harness.fetchUntil('news', 'the store to break', () => harness.isStoreBroken);
      await harness.restart();
      expect(await harness.finish('news')).toMatchObject({ pages: 5, newLinks: 4, candidates: 0 });
      expect(harness.world.fetched).toHaveLength(5);
    });

    it('loses nothing when it stops between submitting links and its own write', async () => {
      await using harness = await Harness.open(kind);
      chain(harness, 3);
      await harness.create('news', [A]);
      await eventually(() => harness.frontier.get('news', A)?.priority === 0, { what: 'the seed' });
      await eventually(async () => (await harness.crawl('news')).submitted === 0, { what: 'rest' });
      harness.isStoreBroken = true;
      await harness.fetchUntil('news', 'links to be submitted', () => {
        return harness.frontier.of('news').length === 2;
      });
      await harness.restart();
      expect(await harness.finish('news')).toMatchObject({ pages: 4, newLinks: 3 });
    });

    it('goes on by itself after an outage of the store', async () => {
      await using harness = await Harness.open(kind);
      chain(harness, 2);
      await harness.create('news', [A]);
      await harness.fetchUntil('news', 'a page', () => harness.world.fetched.length >= 1);
      harness.isStoreBroken = true;
      await expect(
        harness.client.submitUrls({ crawl: 'news', urls: [`${A}x`] }),
      ).rejects.toMatchObject({ code: 'STORE_AWAY' });
      harness.isStoreBroken = false;
      await harness.client.submitUrls({ crawl: 'news', urls: [`${A}x`] });
      expect(await harness.finish('news')).toMatchObject({ pages: 3, withoutDocument: 1 });
    });

    it('waits for a frontier that is away and loses nothing', async () => {
      await using harness = await Harness.open(kind);
      chain(harness, 3);
      harness.frontier.isAway = true;
      await harness.create('news', [A]);
      await eventually(async () => !(await harness.client.getStatus({})).frontierOk, {
        what: 'the outage to be noticed',
      });
      expect(await harness.crawl('news')).toMatchObject({ submitted: 1, handedOver: false });
      harness.frontier.isAway = false;
      await harness.fetchUntil('news', 'a page', () => harness.world.fetched.length === 1);
      harness.frontier.isAway = true;
      await harness.stream.publish(documentsRecorded, harness.world.announced);
      await eventually(async () => !(await harness.client.getStatus({})).frontierOk, {
        what: 'the second outage to be noticed',
        withinMs: 60_000,
      });
      harness.frontier.isAway = false;
      expect(await harness.finish('news')).toMatchObject({ pages: 4, newLinks: 3 });
    });

    it('tells a frontier again that has forgotten a crawl', async () => {
      await using harness = await Harness.open(kind);
      chain(harness, 1);
      await harness.create('news', [A]);
      await harness.finish('news');
      harness.frontier.crawls.delete('news');
      await harness.client.submitUrls({ crawl: 'news', urls: [`${A}1`] });
      await eventually(() => harness.frontier.crawls.has('news'), { what: 'to be told' });
    });

    it('goes on with neutral priors while site-scoring is away', async () => {
      await using harness = await Harness.open(kind);
      harness.world.isScoringAway = true;
      chain(harness, 1);
      await harness.create('news', [A]);
      expect(await harness.finish('news')).toMatchObject({ pages: 2 });
      expect(await harness.client.getStatus({})).toMatchObject({ siteScoringOk: false });
    });

    it('takes 50,000 links in parts', async () => {
      await using harness = await Harness.open(kind);
      harness.pages({ [A]: {} });
      await harness.create('news', [A]);
      await harness.fetchUntil('news', 'the seed', () => harness.world.fetched.length === 1);
      await harness.handled();
      const parts = partsOf(harness.world.announced[0]!, 50_000, 10);
      await harness.stream.publish(documentsRecorded, parts);
      await harness.stream.publish(documentsRecorded, parts.slice(5));
      await harness.handled();
      const crawl = await harness.crawl('news');
      expect(crawl).toMatchObject({ newLinks: 50_000, pages: 2 });
      expect(harness.frontier.of('news')).toHaveLength(50_001);
      await eventually(
        async () => {
          const waiting = harness.frontier.of('news').filter(({ state }) => state === 2).length;
          const { candidates } = await harness.crawl('news');
          return waiting === 2_000 && candidates === 48_000;
        },
        { what: 'two thousand to wait', withinMs: 60_000, everyMs: 200 },
      );
    });

    it('makes dead letters of announcements that say nothing, and passes robots.txt over', async () => {
      await using harness = await Harness.open(kind);
      harness.pages({ [A]: {} });
      await harness.create('news', [A]);
      await harness.finish('news');
      const [one] = harness.world.announced;
      await harness.stream.publish(documentsRecorded, [
        { ...one!, crawl: '' },
        { ...one!, origin: undefined },
        { ...one!, record: Record.RECORD_UNSPECIFIED },
        { ...one!, kind: RequestKind.REQUEST_KIND_ROBOTS, origin: at(90) },
        { ...one!, crawl: 'nobody', origin: at(91) },
      ]);
      await harness.handled();
      const letters = await harness.stream.deadLetters(documentsRecorded, 'scheduler').list();
      expect(letters).toHaveLength(3);
      expect(await harness.crawl('news')).toMatchObject({ pages: 1 });
    });

    it('does not start beside another that has the tables', async () => {
      await using harness = await Harness.open(kind);
      const closer = new Closer();
      // The embedded engines let nobody else in, so there the claim is made by hand.
      const engines = { ...harness.opened, exclusive: false };
      await expect(openScheduler(harness.config(), closer, engines)).rejects.toMatchObject({
        code: 'STORE_IN_USE',
      });
      await closer.close();
      harness.pages({ [A]: {} });
      await harness.create('news', [A]);
      expect(await harness.finish('news')).toMatchObject({ pages: 1 });
    });
  });
}

function at(position: number) {
  return { partition: 0, position, retry: false };
}

function partsOf(one: DocumentRecorded, count: number, parts: number): DocumentRecorded[] {
  const each = count / parts;
  return Array.from({ length: parts }, (_, part) => ({
    ...one,
    ...{ part, parts, attempt: 99, origin: at(50) },
    links: Array.from({ length: each }, (_, link) => ({
      url: `${A}sitemap/${part * each + link}`,
      kind: LinkKind.LINK_KIND_ENTRY,
      nofollow: false,
      ...{ text: '', rels: [], language: '' },
    })),
  }));
}
