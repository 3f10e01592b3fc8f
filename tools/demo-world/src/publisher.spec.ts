import { describe, expect, it } from '@jest/globals';
import { FakeClock } from '@mayfly/testing';
import { openDemoWorld } from './demo-world.ts';
import { publishingTimes } from './publisher.ts';

const options = { articles: 20, publishEveryMs: 10_000 };

describe('publishingTimes', () => {
  it('rise, are the same for a seed, and keep to the average', () => {
    const times = publishingTimes(1, 1_000).take(2_000).toArray();
    expect(publishingTimes(1, 1_000).take(2_000).toArray()).toEqual(times);
    expect(publishingTimes(2, 1_000).take(5).toArray()).not.toEqual(times.slice(0, 5));
    expect(times.every((atMs, i) => atMs >= (times[i - 1] ?? 0) + 200)).toBe(true);
    expect(times.at(-1)! / 2_000).toBeGreaterThan(850);
    expect(times.at(-1)! / 2_000).toBeLessThan(1_150);
  });
});

describe('a world that publishes', () => {
  it('does so by the clock it was given, at the times of its seed', async () => {
    const clock = new FakeClock();
    const startMs = clock.nowMs();
    await using world = await openDemoWorld({ ...options, clock });
    const published: { url: string; atMs: number }[] = [];
    world.onPublished(({ url, publishedMs }) =>
      published.push({ url, atMs: publishedMs - startMs }),
    );
    const planned = publishingTimes(1, 10_000).take(10).toArray();

    await clock.advance(planned[0]! - 1);
    expect(published).toEqual([]);
    await clock.advance(planned[9]! - planned[0]! + 1);

    expect(published.length).toBe(10);
    for (const [i, { atMs }] of published.entries()) expect(atMs).toBeCloseTo(planned[i]!, 0);
    expect(world.publishedCount).toBe(10);
    const reachable = new Set(world.reachable().map(({ url }) => url));
    expect(published.filter(({ url }) => !reachable.has(url))).toEqual([]);
  });

  it('publishes nothing when it is frozen', async () => {
    const clock = new FakeClock();
    await using world = await openDemoWorld({ ...options, clock, frozen: true });
    const before = world.reachable();
    await clock.advance(3_600_000);
    expect(world.publishedCount).toBe(0);
    expect(world.reachable()).toEqual(before);
  });
});
