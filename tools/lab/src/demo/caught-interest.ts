/** A page that appeared while the crawl ran. */
export interface BornPage {
  readonly url: string;
  readonly bornMs: number;
}

/** What a crawl made of a page, by its own book; what is absent has not happened. */
export interface PageStory {
  readonly discoveredMs?: number;
  readonly storedMs?: number;
}

/** How much of what readers wanted a crawl had in store when they came. */
export interface CaughtInterest {
  /** Visits to pages that appeared during the run. */
  readonly possible: number;
  /** Those that came after their page was stored. */
  readonly caught: number;
  /** Pages that appeared, and how many of them were stored. */
  readonly born: number;
  readonly stored: number;
  /** From a page's appearance, in milliseconds, ascending. */
  readonly discoveryDelays: readonly number[];
  readonly crawlDelays: readonly number[];
}

/** Judges a run by what readers did; pages that were there before tell nothing of how fast a crawl is. */
export function caughtInterest(run: {
  readonly born: readonly BornPage[];
  readonly visits: readonly { readonly url: string; readonly atMs: number }[];
  readonly stories: ReadonlyMap<string, PageStory>;
}): CaughtInterest {
  const born = new Map(run.born.map((page) => [page.url, page]));
  const counted = run.visits.filter(({ url }) => born.has(url));
  const storedMs = (url: string) => run.stories.get(url)?.storedMs ?? Infinity;
  const delays = (momentOf: (story: PageStory) => number | undefined) =>
    run.born
      .flatMap(({ url, bornMs }) => {
        const moment = momentOf(run.stories.get(url) ?? {});
        return moment === undefined ? [] : [Math.max(0, moment - bornMs)];
      })
      .toSorted((a, b) => a - b);
  const crawlDelays = delays((story) => story.storedMs);
  return {
    possible: counted.length,
    caught: counted.filter(({ url, atMs }) => atMs > storedMs(url)).length,
    born: born.size,
    stored: crawlDelays.length,
    discoveryDelays: delays((story) => story.discoveredMs),
    crawlDelays,
  };
}

/** The value that this share of an ascending list does not pass; undefined of nothing. */
export function quantile(ascending: readonly number[], share: number): number | undefined {
  return ascending[Math.min(ascending.length - 1, Math.floor(ascending.length * share))];
}
