import { readMetaRobots } from '@mayfly/robots';
import { decodeHTML } from 'entities';
import { FoldedText, shortened } from '../folded-text.ts';
import type { Attributes } from './attributes.ts';
import { type HtmlSink, scanHtml } from './scan-html.ts';
import type { Limits } from '../limits.ts';
import { OUR_NAME } from '../our-name.ts';
import { LinkCollector } from '../link-collector.ts';
import type { Content } from '../read-document.ts';

/** Elements that begin a line of their own. */
const BLOCKS = new Set(
  (
    'address article aside blockquote body br caption center dd details dialog dir div dl dt fieldset figcaption ' +
    'figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr legend li main menu nav ol option p pre section summary ' +
    'table tbody td tfoot th thead tr ul'
  ).split(' '),
);
/** Elements whose text nobody sees, beside those whose text is no markup. */
const HIDDEN = new Set(
  'noscript template svg math select datalist canvas audio video object'.split(' '),
);
const WITH_ATTRIBUTES = new Set(['a', 'area', 'base', 'link', 'meta']);
const FEED_TYPES = /^\s*application\/(?:rss\+xml|atom\+xml|rdf\+xml|feed\+json)\b/i;

/**
 * What a page says and links to, in one pass. It needs no tree, so depth costs nothing: a million open elements are a
 * million tags. Hidden elements are counted, each kind apart from what it holds.
 */
class HtmlReader implements HtmlSink {
  readonly #html: string;
  readonly #links: LinkCollector;
  readonly #text: FoldedText;
  #title: string | undefined;
  #base: string | undefined;
  #nofollow = false;
  #hidden: string | undefined;
  #hiddenDepth = 0;

  constructor(html: string, limits: Limits) {
    this.#html = html;
    this.#links = new LinkCollector(limits.maxLinks);
    this.#text = new FoldedText(limits.maxTextCharacters);
  }

  content(url: string, limits: Limits): Content {
    const base = URL.parse(this.#base ?? '', url)?.href ?? url;
    const text = this.#text.toString();
    return {
      title: shortened(decodeHTML(this.#title ?? ''), limits.maxTitleCharacters),
      text,
      links: this.#links.resolve({ base, nofollow: this.#nofollow }),
      truncated: this.#links.truncated || this.#text.truncated,
    };
  }

  wantsAttributes(tag: string): boolean {
    return WITH_ATTRIBUTES.has(tag);
  }

  open(tag: string, attributes: Attributes, hasSlash: boolean): void {
    if (WITH_ATTRIBUTES.has(tag)) this.#readAttributes(tag, attributes);
    if (hasSlash && (tag === 'svg' || tag === 'math')) return;
    if (tag === this.#hidden) this.#hiddenDepth += 1;
    else if (this.#hidden !== undefined) return;
    else if (HIDDEN.has(tag)) {
      this.#hidden = tag;
      this.#hiddenDepth = 1;
    } else if (BLOCKS.has(tag)) this.#text.breakLine();
  }

  close(tag: string): void {
    if (tag === this.#hidden) {
      this.#hiddenDepth -= 1;
      if (this.#hiddenDepth === 0) this.#hidden = undefined;
    } else if (this.#hidden === undefined && BLOCKS.has(tag)) this.#text.breakLine();
  }

  text(start: number, end: number, tag: string | undefined): void {
    // A title within a drawing is the drawing's, and of two the first is the page's.
    if (this.#hidden !== undefined) return;
    if (tag === 'title') this.#title ??= this.#html.slice(start, end);
    else if (tag === undefined || tag === 'plaintext') {
      const text = this.#html.slice(start, end);
      this.#text.add(tag === undefined && text.includes('&') ? decodeHTML(text) : text);
    }
  }

  #readAttributes(tag: string, attributes: Attributes): void {
    const href = attributes.get('href');
    const rel = relOf(attributes);
    if (tag === 'meta') {
      const said = { name: attributes.get('name') ?? '', content: attributes.get('content') ?? '' };
      if (readMetaRobots([said], OUR_NAME).nofollow) this.#nofollow = true;
    } else if (href === undefined) return;
    else if (tag === 'base') this.#base ??= href;
    else if (tag !== 'link') this.#links.add(href, 'anchor', rel.has('nofollow'));
    else if (rel.has('sitemap')) this.#links.add(href, 'sitemap');
    else if (rel.has('alternate') && FEED_TYPES.test(attributes.get('type') ?? '')) {
      this.#links.add(href, 'feed');
    }
  }
}

const NO_RELS: ReadonlySet<string> = new Set();

function relOf(attributes: Attributes): ReadonlySet<string> {
  const rel = attributes.get('rel');
  return rel === undefined ? NO_RELS : new Set(rel.toLowerCase().split(/\s+/));
}

/** Title, visible text and links of a page. */
export function readHtml(html: string, url: string, limits: Limits): Content {
  const reader = new HtmlReader(html, limits);
  scanHtml(html, reader);
  return reader.content(url, limits);
}
