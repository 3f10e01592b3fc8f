import type { Article } from './article.ts';
import { htmlPage, type Link, type LinkBox } from './markup.ts';
import type { Oddity } from './oddities.ts';
import { paragraphs } from './prose.ts';
import { randomOf } from './random.ts';
import type { Resource } from './resource.ts';
import type { Site } from './site.ts';

/** What a page of a site needs to know. */
export interface SiteView {
  readonly seed: number;
  readonly site: Site;
  /** Its articles, oldest first. */
  readonly articles: readonly Article[];
  readonly oddities: readonly Oddity[];
  /** Front pages of other hosts that its front page names. */
  readonly friends: readonly Site[];
}

/** What else an article names, as it was when it was written: its page never changes afterwards. */
export interface ArticleNeighbours {
  /** Written just before it on its host, newest first. */
  readonly newest: readonly Article[];
  /** Older ones of its section. */
  readonly related: readonly Article[];
  /** One of another host. */
  readonly elsewhere?: Article;
}

const ON_FRONT_PAGE = 12;
const ON_SECTION_PAGE = 20;

/** The front page: sections, the newest, the odd corners. */
export function frontPage(view: SiteView): Resource {
  const { seed, site, articles, oddities, friends } = view;
  const url = `http://${site.host}/`;
  const corners = oddities.filter(({ namedBy }) => namedBy === 'front');
  return htmlPage({
    ...frame(site),
    kind: 'front',
    url,
    title: site.title,
    paragraphs: paragraphs(randomOf(seed, 'front', site.host), 300),
    boxes: [
      { heading: 'Newest', links: newestFirst(articles).slice(0, ON_FRONT_PAGE).map(linkTo) },
      {
        heading: 'On this site',
        links: corners.map(({ path, text }) => ({ url: `http://${site.host}${path}`, text })),
      },
      { heading: 'Friends', links: friends.map(frontLink) },
      footer(site),
    ],
  });
}

/** A page of the list of a section's articles; undefined beyond the last. */
export function sectionPage(view: SiteView, section: string, page: number): Resource | undefined {
  const { site } = view;
  const all = newestFirst(view.articles.filter((article) => article.section === section));
  const shown = all.slice((page - 1) * ON_SECTION_PAGE, page * ON_SECTION_PAGE);
  if (page > 1 && shown.length === 0) return undefined;
  const base = `http://${site.host}/${section}/`;
  const older = { url: `${base}?page=${page + 1}`, text: 'Older' };
  return htmlPage({
    ...frame(site),
    kind: 'section',
    url: page === 1 ? base : `${base}?page=${page}`,
    title: `${capital(section)} (${page}) | ${site.title}`,
    paragraphs: [],
    boxes: [
      {
        heading: capital(section),
        links: [...shown.map(linkTo), ...(all.length > page * ON_SECTION_PAGE ? [older] : [])],
      },
      footer(site),
    ],
  });
}

/** An article as its readers see it; a copy is the page of the original to the last byte. */
export function articlePage(
  seed: number,
  article: Article,
  { newest, related, elsewhere }: ArticleNeighbours,
): Resource {
  const { site, section, url, title } = article;
  return htmlPage({
    ...frame(site),
    kind: 'article',
    url,
    title,
    byline: `${capital(section)}, ${new Date(article.publishedMs).toUTCString()}`,
    paragraphs: paragraphs(randomOf(seed, 'text', article.id), article.length),
    boxes: [
      {
        heading: 'More of this',
        links: [
          { url: `http://${site.host}/${section}/`, text: capital(section) },
          ...related.map(linkTo),
        ],
      },
      { heading: 'Newest', links: newest.map(linkTo) },
      ...(elsewhere === undefined ? [] : [{ heading: 'Elsewhere', links: [linkTo(elsewhere)] }]),
    ],
  });
}

/** A page about the host itself. */
export function aboutPage({ seed, site }: SiteView): Resource {
  return htmlPage({
    ...frame(site),
    kind: 'page',
    url: `http://${site.host}/about`,
    title: `About ${site.title}`,
    paragraphs: paragraphs(randomOf(seed, 'about', site.host), 3_000),
    boxes: [],
  });
}

function frame(site: Site) {
  const sections = site.sections.map((section) => ({
    url: `http://${site.host}/${section}/`,
    text: capital(section),
  }));
  return {
    nav: [frontLink(site), ...sections],
    feed: {
      url: `http://${site.host}/feed.xml`,
      type: site.feed === 'rss' ? 'application/rss+xml' : 'application/atom+xml',
    },
    absolute: site.absolute ?? false,
  };
}

function footer({ host }: Site): LinkBox {
  return {
    heading: 'About',
    links: [
      { url: `http://${host}/about`, text: 'About us' },
      { url: `http://${host}/feed.xml`, text: 'Feed' },
      { url: `http://${host}/sitemap.xml`, text: 'Sitemap' },
    ],
  };
}

function frontLink({ host, title }: Site): Link {
  return { url: `http://${host}/`, text: title };
}

function linkTo({ url, title }: Article): Link {
  return { url, text: title };
}

export function newestFirst(articles: readonly Article[]): Article[] {
  return articles.toReversed();
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
