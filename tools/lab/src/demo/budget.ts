/** What a crawl of the world for so long could ask for. */
export interface WorldSize {
  /** URLs that can be reached at the start. */
  readonly reachable: number;
  /** Articles that appear each second. */
  readonly publishedPerSecond: number;
  /** Documents that list new articles: front pages, sections, feeds, sitemaps. */
  readonly sources: number;
}

/** The share of all it could ask for that a crawl may have. */
const SCARCE = 2 / 3;

/**
 * A scarce budget, in requests per second: two thirds of what it takes to fetch each URL once, those that appear too, and each source
 * at its interval besides. So nobody can do everything, and the choice is what counts.
 */
export function scarceRate(
  { reachable, publishedPerSecond, sources }: WorldSize,
  { seconds, revisitSeconds }: { readonly seconds: number; readonly revisitSeconds: number },
): number {
  const all = reachable / seconds + publishedPerSecond + sources / revisitSeconds;
  return Number((SCARCE * all).toFixed(2));
}
