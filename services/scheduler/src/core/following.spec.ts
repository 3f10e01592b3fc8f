import { describe, expect, it } from '@jest/globals';
import { CrawlError, errorCodeOf } from '@mayfly/errors';
import type { HostKey, Url } from '@mayfly/url';
import type { Announced } from './announced.ts';
import { Following } from './following.ts';
import { FrontierAnswers } from './frontier-answers.ts';
import { HandingOver } from './handing-over.ts';
import { KnownUrls } from './known-urls.ts';
import type { AnnouncedBook, CrawlBook, Frontier, StepEnd, Submission } from './ports.ts';

const announced = (crawl: string, links: readonly string[]): Announced => ({
  ...{ crawl, attempt: 1, depth: 0, hops: 0, seed: false, part: 0, isRobots: false },
  ...{
    isPage: true,
    sourceKind: undefined,
    parts: 1,
    isNewVersion: true,
    isUnchanged: false,
    publishedMs: undefined,
    redirectUrl: undefined,
    endedMs: 1,
  },
  ...{ url: 'https://a.test/' as Url, host: 'a.test' as HostKey },
  links: links.map((url) => ({ url: url as Url, datedMs: undefined })),
  place: { name: 'main 0 1', position: 1, outOfOrder: false },
});

/** Two crawls are known: `by-hand`, which follows no links and so asks nothing, and `news`. */
function following({ isApplied = false, isAway = true } = {}) {
  const written: StepEnd[] = [];
  const submitted: Submission[] = [];
  const crawls = {
    find: (name: string) =>
      ['by-hand', 'news'].includes(name)
        ? { name, revision: 1, handedOver: 1, settings: {} }
        : undefined,
  } as CrawlBook;
  const announcements: AnnouncedBook = {
    unapplied: async (steps) => (isApplied ? [] : [...steps]),
    apply: async (_, ends) => {
      written.push(...ends);
      return ends;
    },
  };
  const frontier = {
    submit: async (submissions: readonly Submission[]) => {
      if (isAway) throw new CrawlError('DEPENDENCY_AWAY', 'the frontier is away');
      submitted.push(...submissions);
      return submissions.map(() => ({ answer: 'new' as const, rule: '' }));
    },
  } as Partial<Frontier> as Frontier;
  const handing = new HandingOver({ crawls, frontier });
  const known = new KnownUrls(10);
  const answers = new FrontierAnswers({ frontier, handing, known });
  const parts = {
    ...{ crawls, announcements, frontier, handing, answers, nowMs: () => 1, stories: [] },
    planners: { peek: () => undefined },
    priors: async (urls: readonly Url[]) => urls.map(() => 0.5),
  };
  return { written, submitted, following: new Following(parts) };
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

  it('takes what a seed redirects to for a seed, also when a document beside it links there', async () => {
    const { submitted, following: follower } = following({ isAway: false });
    const target = 'https://www.a.test/' as Url;
    const seed = { ...announced('news', []), seed: true, redirectUrl: target };
    await follower.follow([announced('news', [target, 'https://a.test/1']), seed]);
    expect(submitted.map(({ url, ...rest }) => [url, rest.seed, rest.depth])).toEqual([
      [target, true, 0],
      ['https://a.test/1', false, 1],
    ]);
  });

  it('puts what a feed dates in the order of its dates, the youngest first', async () => {
    const { written, following: follower } = following({ isAway: false });
    const dates = [undefined, 100, 300, undefined, 200];
    const links = dates.map((datedMs, at) => ({ url: `https://a.test/${at}` as Url, datedMs }));
    await follower.follow([{ ...announced('news', []), links }]);
    const found = written[0]!.found.toSorted((a, b) => a.foundMs - b.foundMs);
    expect(found.map(({ url }) => url.at(-1))).toEqual(['2', '4', '1', '0', '3']);
  });
});
