import { describe, expect, it } from '@jest/globals';
import { UrlState, type WatchUrlsResponse } from '@mayfly/contracts/scheduler/v1';
import { durationOf } from '@mayfly/grpc';
import type { EngineKind } from '@mayfly/service-testing';
import { eventually } from '@mayfly/testing';
import { Harness } from './harness.ts';

const A = 'https://a.test/';
const BY_HAND = 'by-hand';
const HOUR_MS = 3_600_000;

/** Deadlines and priorities of wishes. */
export function wishTermsSuite(kind: EngineKind): void {
  const submit = (
    { client }: Harness,
    urls: string[],
    { deadlineMs, priority }: { deadlineMs?: number; priority?: number } = {},
  ) =>
    client.submitUrls({
      ...{ crawl: BY_HAND, urls, priority },
      deadline: deadlineMs === undefined ? undefined : durationOf(deadlineMs),
    });
  const told = async (harness: Harness, url: string) => {
    const seen: WatchUrlsResponse[] = [];
    for await (const event of harness.client.watchUrls({ crawl: BY_HAND, urls: [url] })) {
      seen.push(event);
    }
    return seen;
  };
  const waits = (harness: Harness, url: string) =>
    eventually(() => harness.frontier.get(BY_HAND, url)?.priority !== undefined, {
      what: `${url} to wait`,
    });

  describe(`a wish with a deadline (${kind})`, () => {
    it('is given up when it was not fetched in time, and watchers are told', async () => {
      await using harness = await Harness.open(kind);
      await submit(harness, [A], { deadlineMs: HOUR_MS });
      await waits(harness, A);
      const first = harness.frontier.get(BY_HAND, A)!.priority!;
      const watching = told(harness, A);
      harness.aheadMs += HOUR_MS + 1;
      expect(await watching).toMatchObject([{ url: A, rule: 'deadline', attempt: undefined }]);
      expect(await told(harness, A)).toMatchObject([{ url: A, rule: 'deadline' }]);
      await eventually(() => harness.frontier.get(BY_HAND, A)!.priority! < first, {
        what: 'it to fall back',
      });
    });

    it('is given up before the frontier knows of it, over a restart too', async () => {
      await using harness = await Harness.open(kind);
      harness.frontier.isAway = true;
      await submit(harness, [A], { deadlineMs: HOUR_MS });
      await harness.restart();
      harness.aheadMs += HOUR_MS + 1;
      expect(await told(harness, A)).toMatchObject([{ url: A, rule: 'deadline' }]);
      expect(await harness.client.getStatus({})).toMatchObject({ submitted: 0 });
      harness.frontier.isAway = false;
      expect(await harness.client.getUrl({ crawl: '', url: A })).toMatchObject({
        ...{ state: UrlState.URL_STATE_REFUSED, rule: 'deadline' },
      });
    });

    it('is not given up when somebody else has more patience', async () => {
      await using harness = await Harness.open(kind);
      harness.pages({ [A]: {}, [`${A}other`]: {} });
      await submit(harness, [A, `${A}other`], { deadlineMs: HOUR_MS });
      await submit(harness, [A]);
      await waits(harness, A);
      harness.aheadMs += HOUR_MS + 1;
      expect(await told(harness, `${A}other`)).toMatchObject([{ rule: 'deadline' }]);
      const watching = told(harness, A);
      await harness.fetchUntil(BY_HAND, 'the fetch', () => harness.world.fetched.includes(A));
      expect(await watching).toMatchObject([{ url: A, rule: '' }]);
    });

    it('that was fulfilled is not given up', async () => {
      await using harness = await Harness.open(kind);
      harness.pages({ [A]: {} });
      await submit(harness, [A], { deadlineMs: HOUR_MS });
      await harness.fetchUntil(BY_HAND, 'the fetch', () => harness.world.fetched.length === 1);
      await harness.handled();
      harness.aheadMs += HOUR_MS + 1;
      await submit(harness, [`${A}never`], { deadlineMs: 1_000 });
      harness.aheadMs += 1_001;
      expect(await told(harness, `${A}never`)).toMatchObject([{ rule: 'deadline' }]);
      expect(await told(harness, A)).toMatchObject([{ url: A, rule: '', attempt: 1 }]);
    });
  });

  describe(`a wish with a priority (${kind})`, () => {
    it('goes before others, and before what a policy chose', async () => {
      await using harness = await Harness.open(kind);
      harness.pages({ [`${A}1`]: {}, [`${A}2`]: {}, [`${A}3`]: {} });
      await submit(harness, [`${A}1`]);
      await submit(harness, [`${A}2`], { priority: 3 });
      await submit(harness, [`${A}3`], { priority: 2 });
      for (const at of [1, 2, 3]) await waits(harness, `${A}${at}`);
      expect(harness.frontier.get(BY_HAND, `${A}1`)!.priority).toBeGreaterThan(0.5);
      await harness.fetchUntil(BY_HAND, 'all three', () => harness.world.fetched.length === 3);
      expect(harness.world.fetched).toEqual([`${A}2`, `${A}3`, `${A}1`]);
    });

    it('raises one that was handed over', async () => {
      await using harness = await Harness.open(kind);
      await submit(harness, [A]);
      await waits(harness, A);
      const before = harness.frontier.get(BY_HAND, A)!.priority!;
      await submit(harness, [A], { priority: 7 });
      await eventually(() => harness.frontier.get(BY_HAND, A)!.priority === before + 7, {
        what: 'the higher priority',
      });
      await submit(harness, [A], { priority: 2 });
      expect(harness.frontier.get(BY_HAND, A)!.priority).toBe(before + 7);
    });
  });
}
