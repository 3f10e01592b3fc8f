import { describe, expect, it } from '@jest/globals';
import { CrawlError, errorCodeOf } from '@mayfly/errors';
import type { HostKey, Url } from '@mayfly/url';
import type { Announced } from './announced.ts';
import { Following } from './following.ts';
import { HandingOver } from './handing-over.ts';
import { KnownUrls } from './known-urls.ts';
import type { AnnouncedBook, CrawlBook, Frontier, StepEnd } from './ports.ts';

const announced = (crawl: string, links: readonly string[]): Announced => ({
  ...{ crawl, attempt: 1, depth: 0, hops: 0, seed: false, part: 0, isRobots: false },
  ...{ isPage: true, isSource: false, redirectUrl: undefined, endedMs: 1 },
  ...{ url: 'https://a.test/' as Url, host: 'a.test' as HostKey, links: links as Url[] },
  place: { name: 'main 0 1', position: 1, outOfOrder: false },
});

/** The crawl `by-hand` alone is known: it follows no links, so it asks nothing. */
function following({ isApplied = false } = {}) {
  const written: StepEnd[] = [];
  const crawls = {
    find: (name: string) => (name === 'by-hand' ? { name } : undefined),
  } as CrawlBook;
  const announcements: AnnouncedBook = {
    unapplied: async (steps) => (isApplied ? [] : [...steps]),
    apply: async (_, ends) => {
      written.push(...ends);
      return ends;
    },
  };
  const frontier = {
    submit: async () => {
      throw new CrawlError('DEPENDENCY_AWAY', 'the frontier is away');
    },
  } as Partial<Frontier> as Frontier;
  const handing = new HandingOver({ crawls, frontier });
  const known = new KnownUrls(10);
  const parts = { crawls, announcements, frontier, handing, known, nowMs: () => 1 };
  return { written, following: new Following(parts) };
}

describe('Following', () => {
  it.each([
    ['asks nothing', 'by-hand', false],
    ['is of a crawl that is gone', 'gone', false],
    ['was heard before', 'by-hand', true],
  ])('lets nothing pass while the frontier is away that %s', async (_, crawl, isApplied) => {
    const { written, following: follower } = following({ isApplied });
    const end = follower.follow([announced(crawl, [])]);
    expect(await end.catch(errorCodeOf)).toBe('DEPENDENCY_AWAY');
    expect(written).toEqual([]);
  });
});
