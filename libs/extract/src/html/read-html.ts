import { type MetaTag, type PageWishes, readMetaRobots } from '@mayfly/robots';
import { decodeHTML } from 'entities';
import { shortened } from '../folded-text.ts';
import type { Limits } from '../limits.ts';
import type { FoundLink, WrittenLink } from '../link-collector.ts';
import { findByDensity } from '../main-content/density.ts';
import {
  type FindMainContent,
  keptRanges,
  textOfRanges,
  type TextRange,
} from '../main-content/main-content.ts';
import { pageLines, type PageLines } from '../main-content/page-lines.ts';
import { MetadataCollector } from '../metadata/metadata-collector.ts';
import type { Metadata } from '../metadata/metadata.ts';
import { OUR_NAME } from '../our-name.ts';
import { taggedText } from '../tagged/tagged-text.ts';
import { linkPlaces } from './link-places.ts';
import { type PageNotice, pageNotice } from './page-notice.ts';
import { scanPage } from './scan-page.ts';

/** How a page is to be read. */
export interface HtmlOptions {
  readonly url: string;
  readonly limits: Limits;
  /** The encoding of the page, where it is not UTF-8. */
  readonly encoding?: string | undefined;
  /** Whether it came as XML (XHTML). */
  readonly isXml?: boolean | undefined;
  /** How its main content is found; by density where nothing is said. */
  readonly findMain?: FindMainContent | undefined;
  /** Whether its main content is wanted as tagged text too. */
  readonly tagged?: boolean | undefined;
  /** When it was fetched: later days are no dates of it. */
  readonly nowMs?: number | undefined;
}

/** What a page says. */
export interface HtmlContent {
  readonly title: string;
  /** All that a reader sees. */
  readonly text: string;
  readonly links: readonly FoundLink[];
  readonly truncated: boolean;
  /** What links are relative to. */
  readonly base: string;
  /** Which parts of the text are what the page is about. */
  readonly main: readonly TextRange[];
  /** What it says of itself. */
  readonly metadata: Metadata;
  /** What it is instead of a page worth reading. */
  readonly notice?: PageNotice;
  /** What it asks of those who fetched it. */
  readonly wishes: PageWishes;
  /** Its meta tags about that, also those about other uses. */
  readonly wishTags: readonly MetaTag[];
  /** The main content with its headings, lists, tables and links, as Markdown; where it was asked for. */
  readonly tagged?: string;
}

/** By so much of the main content its language is told, and whether it is one; the whole would be made for nobody. */
const MOST_OF_MAIN = 3_000;

/** Reads a page in one pass over its markup. */
export function readHtml(html: string, options: HtmlOptions): HtmlContent {
  const { url, limits, encoding, isXml, findMain = findByDensity } = options;
  const collector = new MetadataCollector(html);
  const scan = scanPage(html, limits, { other: collector, isXml });
  const page = pageLines(scan);
  const main = findMain(page);
  const base = baseUrl(scan.base, url);
  const wishes = readMetaRobots(scan.wishTags, OUR_NAME);
  const links = scan.links.resolve({
    base,
    nofollow: wishes.nofollow,
    encoding,
    places: linkPlaces(page, main),
  });
  const title = shortened(decodeHTML(scan.title), limits.maxTitleCharacters);
  const ranges = keptRanges(page, main);
  const mainText = textOfRanges(scan.text, ranges, MOST_OF_MAIN);
  const notice = pageNotice({
    ...{ title, text: scan.text, asksPassword: scan.asksPassword },
    headline: headlineOf(page),
    leadsOn: links.some(({ kind }) => kind === 'frame' || kind === 'refresh'),
    main: mainText,
  });
  return {
    title,
    text: scan.text,
    links,
    truncated: scan.truncated || scan.links.truncated,
    base,
    main: ranges,
    metadata: collector.metadata({ url, base, mainText, ...nowOf(options) }),
    ...(notice !== undefined && { notice }),
    wishes,
    wishTags: scan.wishTags,
    ...(options.tagged === true && {
      tagged: taggedText(page, main, scan.links.urls({ base, encoding })),
    }),
  };
}

/** Text of a page and the links that a crawler follows, as they are written, for whoever needs no more: in a third of the time. */
export function findLinksAndText(html: string, limits: Limits): LinksAndText {
  const { text, links, base } = scanPage(html, limits, { hasShape: false });
  return { text, links: links.written(), base };
}

/** What stands in a page, before addresses are resolved against its base. */
export interface LinksAndText {
  readonly text: string;
  /** Each address once. */
  readonly links: readonly WrittenLink[];
  readonly base: string | undefined;
}

function nowOf({ nowMs }: HtmlOptions): { readonly nowMs?: number } {
  return nowMs === undefined ? {} : { nowMs };
}

function headlineOf({ tree, text }: PageLines): string {
  const first = tree.tags.indexOf('h1');
  return first < 0 ? '' : text.slice(tree.starts[first], tree.stops[first]).trim();
}

/** What the links of a page are relative to: its base, unless that is none or no place that links can be relative to. */
export function baseUrl(written: string | undefined, url: string): string {
  if (written === undefined) return url;
  const base = URL.parse(written, url);
  if (base === null || base.protocol === 'data:' || base.protocol === 'javascript:') return url;
  return base.href;
}
