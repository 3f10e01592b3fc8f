import { headline, slugOf } from './prose.ts';
import { randomOf } from './random.ts';
import type { Site } from './site.ts';

/** One article. Everything but its time follows from the seed and its number, so its URL never changes. */
export interface Article {
  /** From 0 up, in order of publishing. */
  readonly id: number;
  readonly site: Site;
  readonly section: string;
  readonly title: string;
  readonly url: string;
  readonly publishedMs: number;
  /** About how long its text is. */
  readonly length: number;
  /** Visits per second when it is new. */
  readonly appeal: number;
  /** The article that this one repeats word for word. */
  readonly copyOf?: Article;
}

const SHORTEST_TEXT = 9_000;
const LONGEST_TEXT = 36_000;

/** Article number `id` of a world of these sites. */
export function articleOf(
  seed: number,
  sites: readonly Site[],
  { id, publishedMs }: { readonly id: number; readonly publishedMs: number },
): Article {
  const random = randomOf(seed, 'article', id);
  const writers = sites.filter(({ share }) => share > 0);
  // Each writes one first: the smallest world shows everybody.
  const site = writers[id] ?? chosen(writers, random.next());
  const title = headline(random);
  const section = random.pick(site.sections);
  return {
    id,
    site,
    section,
    title,
    url: `http://${site.host}/${section}/${slugOf(title)}-${id}`,
    publishedMs,
    length: random.between(SHORTEST_TEXT, LONGEST_TEXT),
    // Few are read by many: the tail is heavy.
    appeal: Math.min(2, (0.02 * site.renown) / (random.next() + 0.02)),
  };
}

/** The same words on another host. */
export function copyOf(article: Article, site: Site): Article {
  const { pathname } = new URL(article.url);
  return { ...article, site, url: `http://${site.host}${pathname}`, copyOf: article };
}

function chosen(sites: readonly Site[], draw: number): Site {
  let rest = draw * sites.reduce((sum, { share }) => sum + share, 0);
  for (const site of sites) {
    rest -= site.share;
    if (rest < 0) return site;
  }
  return sites.at(-1)!;
}
