import { describe, expect, it } from '@jest/globals';
import { FakeClock } from '@mayfly/testing';
import { openDemoWorld } from './demo-world.ts';
import { interest, type Visit, visitsOfSecond } from './readers.ts';

describe('interest', () => {
  it('halves with every half-life and ends some day', async () => {
    await using world = await openDemoWorld({ clock: new FakeClock(), articles: 1, frozen: true });
    const article = world.model.articles[0]!;
    const { publishedMs, appeal, site } = article;
    const after = (halves: number) => interest(article, publishedMs + halves * site.halfLifeMs);
    expect([after(0), after(1), after(2), after(21)]).toEqual([appeal, appeal / 2, appeal / 4, 0]);
  });
});

describe('readers', () => {
  it('visit new articles more than old ones, mostly from their front page', async () => {
    const clock = new FakeClock();
    await using world = await openDemoWorld({ clock, articles: 30, frozen: true });
    const article = world.model.publish(clock.nowMs());
    const during = (minute: number) =>
      Array.from({ length: 600 }, (_, second) =>
        visitsOfSecond(world.model, second, article.publishedMs + minute * 60_000),
      )
        .flat()
        .filter(({ url }) => url === article.url);
    expect(during(0).length).toBeCloseTo(600 * article.appeal, -2);
    expect(during(0).length).toBeGreaterThan(2 * during(40).length);
    const referrers = new Set(during(0).map(({ referrer }) => referrer));
    expect(referrers).toContain(`http://${article.site.host}/`);
    expect(referrers).toContain(undefined);
    expect(new Set(during(0).map(({ reader }) => reader)).size).toBeGreaterThan(10);
  });

  it('come by the clock, the same for the same seed, to callbacks and to a stream alike', async () => {
    const heard: Visit[][] = [];
    for (let round = 0; round < 2; round += 1) {
      const clock = new FakeClock();
      await using world = await openDemoWorld({ clock, articles: 30, publishEveryMs: 2_000 });
      const called: Visit[] = [];
      const streamed: Visit[] = [];
      const enough = new AbortController();
      const stop = world.onVisit((visit) => called.push(visit));
      const reading = (async () => {
        for await (const visit of world.visits(enough.signal)) streamed.push(visit);
      })();
      await clock.advance(120_000);
      stop();
      enough.abort();
      await reading;
      expect(called.length).toBeGreaterThan(10);
      expect(called.length).toBe(world.visitCount);
      expect(streamed).toEqual(called);
      heard.push(called);
    }
    expect(heard[0]).toEqual(heard[1]);
  });
});
