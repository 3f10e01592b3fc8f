import { decodeHTML, decodeHTMLAttribute } from 'entities';
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import { FoldedText, shortened } from './folded-text.ts';
import type { Limits } from './limits.ts';
import { LinkCollector } from './link-collector.ts';
import type { Content } from './read-document.ts';
import { isForUs, saysNofollow } from './robots-meta.ts';

/** Elements that begin a line of their own. */
const BLOCKS = new Set(
  (
    'address article aside blockquote body br caption center dd details dialog dir div dl dt fieldset figcaption ' +
    'figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr legend li main menu nav ol option p pre section summary ' +
    'table tbody td tfoot th thead tr ul'
  ).split(' '),
);
/** Elements whose text nobody sees. Those that the tokenizer takes as raw text nest nothing. */
const HIDDEN = new Set(
  'noscript template svg math select datalist canvas audio video object'.split(' '),
);
const HIDDEN_RAW = new Set('script style textarea iframe noembed noframes xmp title'.split(' '));
const WITH_ATTRIBUTES = new Set(['a', 'area', 'base', 'link', 'meta']);
const FEED_TYPES = /^\s*application\/(?:rss\+xml|atom\+xml|rdf\+xml|feed\+json)\b/i;

/**
 * One pass over the tokens of a page. It needs no tree, so depth costs nothing: a million open
 * elements are a million tokens. Hidden elements are counted, each kind apart from what it holds.
 */
class HtmlReader implements TokenizerCallbacks {
  readonly #html: string;
  readonly #links: LinkCollector;
  readonly #text: FoldedText;
  #title: string | undefined;
  #inTitle = false;
  #base: string | undefined;
  #nofollow = false;
  #hiddenRaw = false;
  /** From `<plaintext>` to the end nothing is markup, and nothing an entity. */
  #plain = false;
  #hidden: string | undefined;
  #hiddenDepth = 0;
  #tag = '';
  #attributes: Map<string, string> | undefined;
  #attribute = '';
  #value = '';

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

  onopentagname(start: number, end: number): void {
    this.#tag = this.#html.slice(start, end).toLowerCase();
    this.#attributes = WITH_ATTRIBUTES.has(this.#tag) ? new Map() : undefined;
  }

  onattribname(start: number, end: number): void {
    if (this.#attributes === undefined) return;
    this.#attribute = this.#html.slice(start, end).toLowerCase();
    this.#value = '';
  }

  onattribdata(start: number, end: number): void {
    if (this.#attributes !== undefined) this.#value += this.#html.slice(start, end);
  }

  onattribend(): void {
    const attributes = this.#attributes;
    if (attributes !== undefined && !attributes.has(this.#attribute)) {
      const value = this.#value;
      attributes.set(this.#attribute, value.includes('&') ? decodeHTMLAttribute(value) : value);
    }
  }

  onopentagend(): void {
    this.#opened();
  }

  onselfclosingtag(): void {
    // A slash closes nothing in HTML, but for what is drawn.
    if (this.#tag !== 'svg' && this.#tag !== 'math') this.#opened();
  }

  onclosetag(start: number, end: number): void {
    const tag = this.#html.slice(start, end).toLowerCase();
    this.#hiddenRaw = false;
    this.#inTitle = false;
    if (tag === this.#hidden) {
      this.#hiddenDepth -= 1;
      if (this.#hiddenDepth === 0) this.#hidden = undefined;
    } else if (this.#hidden === undefined && BLOCKS.has(tag)) this.#text.breakLine();
  }

  ontext(start: number, end: number): void {
    if (this.#inTitle) this.#title = (this.#title ?? '') + this.#html.slice(start, end);
    else if (!this.#hiddenRaw && this.#hidden === undefined) {
      const text = this.#html.slice(start, end);
      this.#text.add(!this.#plain && text.includes('&') ? decodeHTML(text) : text);
    }
  }

  // Entities come as they stand.
  onattribentity(): void {}
  ontextentity(): void {}
  oncdata(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  onend(): void {}

  #opened(): void {
    const tag = this.#tag;
    if (this.#attributes !== undefined) this.#readAttributes(tag, this.#attributes);
    this.#attributes = undefined;
    if (tag === this.#hidden) this.#hiddenDepth += 1;
    else if (HIDDEN_RAW.has(tag)) {
      this.#hiddenRaw = true;
      // A title within a drawing is the drawing's, and of two the first is the page's.
      this.#inTitle = tag === 'title' && this.#hidden === undefined && this.#title === undefined;
    } else if (tag === 'plaintext') this.#plain = true;
    else if (this.#hidden !== undefined) return;
    else if (HIDDEN.has(tag)) {
      this.#hidden = tag;
      this.#hiddenDepth = 1;
    } else if (BLOCKS.has(tag)) this.#text.breakLine();
  }

  #readAttributes(tag: string, attributes: ReadonlyMap<string, string>): void {
    const href = attributes.get('href');
    const rel = relOf(attributes);
    if (tag === 'meta') {
      const content = attributes.get('content') ?? '';
      if (isForUs(attributes.get('name') ?? '') && saysNofollow(content)) this.#nofollow = true;
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

function relOf(attributes: ReadonlyMap<string, string>): ReadonlySet<string> {
  const rel = attributes.get('rel');
  return rel === undefined ? NO_RELS : new Set(rel.toLowerCase().split(/\s+/));
}

/** Title, visible text and links of a page. */
export function readHtml(html: string, url: string, limits: Limits): Content {
  const reader = new HtmlReader(html, limits);
  // The tokenizer looks at text letter by letter only if it has to find entities; those that matter are decoded here.
  const tokenizer = new Tokenizer({ decodeEntities: false }, reader);
  tokenizer.write(html);
  tokenizer.end();
  return reader.content(url, limits);
}
