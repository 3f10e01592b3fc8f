import { describe, expect, it } from '@jest/globals';
import type { Store, Write } from '@mayfly/store';
import type { Ownership } from '@mayfly/ownership';
import { seededRandom } from '@mayfly/testing';
import type { Url } from '@mayfly/url';
import { byHandCrawl, type Crawl } from '../core/crawl.ts';
import { CrawlRows } from './crawl-rows.ts';
import { FencedStore } from './fenced-store.ts';
import { StoredPlanners } from './planner-book.ts';

const MINUTE_MS = 60_000;
const NEWS: Crawl = {
  ...{ ...byHandCrawl, name: 'news', createdMs: 0 },
  settings: {
    ...{ policy: 'mayfly', private: false, revisitIntervalMs: MINUTE_MS },
    scope: { sites: ['a.test'], hosts: [], prefixes: [] },
  },
};
const urls = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => `https://a.test/${from + at}` as Url);

/** Empty tables that note what is written. */
async function planners() {
  const world = {
    isAway: false,
    written: [] as string[][],
    onWrite: async () => {},
  };
  const nothing = async function* () {};
  const fake = {
    scan: nothing,
    page: async () => ({ rows: [] }),
    getMany: async (_: unknown, keys: readonly unknown[]) => keys.map(() => undefined),
    get: async () => {
      if (world.isAway) throw new Error('away');
      return undefined;
    },
    write: async ([batch]: readonly { readonly writes: readonly Write[] }[]) => {
      world.written.push(batch!.writes.map((write) => urlOf(write)));
      await world.onWrite();
      return [{ outcome: 'applied' }];
    },
  };
  const ownership = { fence: () => ({}) } as unknown as Ownership;
  const rows = await CrawlRows.open(new FencedStore(fake as unknown as Store, ownership));
  await rows.change('news', async () => ({ answer: undefined, crawl: NEWS }));
  world.written = [];
  const settings = {
    ...{ pages: { young: 100, loose: 100 }, sources: 30_000, logPeriodMs: MINUTE_MS },
    ...{ searchMs: MINUTE_MS, sourceAgeMs: MINUTE_MS },
  };
  const around = { random: seededRandom(1), nowMs: () => 1_000 };
  return { world, planners: new StoredPlanners(rows, settings, around) };
}

function urlOf(write: Write): string {
  const { row } = write as unknown as { readonly row?: { readonly url?: string } };
  return row?.url ?? '';
}

describe('StoredPlanners', () => {
  it('knows no source that could not be written', async () => {
    const { world, planners: book } = await planners();
    await book.open('news');
    world.isAway = true;
    await expect(book.addSources('news', urls(0, 1), 'by-hand')).rejects.toThrow('away');
    world.isAway = false;
    expect(await book.addSources('news', urls(0, 1), 'by-hand')).toEqual([true]);
    expect(world.written.flat()).toContain(urls(0, 1)[0]);
  });

  it('keeps a source removed whose visit was being ordered', async () => {
    const { planners: book } = await planners();
    const [url] = urls(0, 1) as [Url];
    await book.addSources('news', [url], 'by-hand');
    await book.removeSources('news', [url]);
    await book.save('news', [{ url, sinceMs: 5_000, attempt: 3 }]);
    const planner = (await book.open('news'))!;
    expect(planner.state.source(url)).toMatchObject({ removed: true, sinceMs: 5_000, attempt: 3 });
  });

  it('lets nobody write between the parts of a large change', async () => {
    const { world, planners: book } = await planners();
    let removed: Promise<unknown> | undefined;
    world.onWrite = async () => {
      removed ??= book.removeSources('news', urls(9_999, 10_000));
    };
    await book.addSources('news', urls(0, 10_000), 'by-hand');
    await removed;
    const last = urls(9_999, 10_000)[0]!;
    const places = world.written.flatMap((part, at) => (part.includes(last) ? [at] : []));
    // Added with the second part, then removed.
    expect(places).toEqual([1, 2]);
    expect(world.written[2]!.filter((url) => url !== '')).toEqual([last]);
  });
});
