import { describe, expect, it } from '@jest/globals';
import { CrawlError } from '@mayfly/errors';
import { byHandCrawl, type Crawl } from './crawl.ts';
import { HandingOver } from './handing-over.ts';
import type { CrawlBook, Frontier } from './ports.ts';

/** A frontier that has a revision of the crawl, and a book with the crawl in it. */
function parts(crawl: Crawl, theirs: number) {
  const state = { crawl, theirs, puts: 0 };
  const crawls = {
    find: () => state.crawl,
    change: async (_: string, change: (crawl: Crawl) => Crawl) =>
      (state.crawl = change(state.crawl)),
  };
  const frontier = {
    putCrawls: async ([one]: readonly Crawl[]) => {
      state.puts += 1;
      return [(state.theirs = Math.max(state.theirs, one!.revision))];
    },
  };
  const handing = new HandingOver({
    crawls: crawls as unknown as CrawlBook,
    frontier: frontier as unknown as Frontier,
  });
  return { state, handing };
}

const crawl: Crawl = { ...byHandCrawl, name: 'news', revision: 2, handedOver: 0 };

describe('HandingOver', () => {
  it('remembers what the frontier has, and tells it once', async () => {
    const { state, handing } = parts(crawl, 0);
    await handing.handOver([state.crawl]);
    await handing.handOver([state.crawl]);
    expect(state).toMatchObject({ puts: 1, crawl: { revision: 2, handedOver: 2 } });
  });

  it('jumps over the revision of a frontier that is ahead', async () => {
    const { state, handing } = parts(crawl, 7);
    await handing.handOver([state.crawl]);
    expect(state).toMatchObject({ theirs: 8, crawl: { revision: 8, handedOver: 8 } });
  });

  it('tells of all others when the frontier does not take one', async () => {
    const handedOver: string[] = [];
    const crawls = { change: async (name: string) => void handedOver.push(name) };
    const frontier = {
      putCrawls: async (some: readonly Crawl[]) => {
        if (some.some(({ name }) => name === 'bad')) throw new CrawlError('REQUEST_INVALID', 'bad');
        return some.map(({ revision }) => revision);
      },
    };
    const handing = new HandingOver({
      crawls: crawls as unknown as CrawlBook,
      frontier: frontier as unknown as Frontier,
    });
    const all = ['a', 'bad', 'c'].map((name) => ({ ...crawl, name }));
    await expect(handing.handOver(all)).rejects.toMatchObject({ code: 'REQUEST_INVALID' });
    expect(handedOver.sort()).toEqual(['a', 'c']);
  });

  it('never tells of the crawl that is built in', async () => {
    const { state, handing } = parts({ ...byHandCrawl, handedOver: 0 }, 0);
    await handing.handOver([state.crawl]);
    expect(state.puts).toBe(0);
  });
});
