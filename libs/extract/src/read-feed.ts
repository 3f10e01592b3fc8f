import { fold, shortened } from './folded-text.ts';
import type { Limits } from './limits.ts';
import { LinkCollector } from './link-collector.ts';
import type { Content } from './read-document.ts';
import { readXml, type XmlEvents } from './read-xml.ts';

interface Item {
  link?: string;
  /** Where the item has no link: what it calls itself, if that is a URL. */
  id?: string;
  title: string;
}

/** Items of RSS, RDF and Atom: they differ in where the link stands. */
class FeedReader implements XmlEvents {
  readonly items: Item[] = [];
  readonly #maxItems: number;
  title = '';
  base: string | undefined;
  truncated = false;
  #depth = 0;
  #item: Item | undefined;
  #itemDepth = 0;
  /** What the text that comes is of. */
  #into: 'title' | 'link' | 'id' | undefined;
  #intoDepth = 0;
  #text = '';

  constructor(maxItems: number) {
    this.#maxItems = maxItems;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#depth += 1;
    if (this.#depth === 1) this.base = attributes['xml:base'];
    const local = localOf(name);
    if (this.#item === undefined && (local === 'item' || local === 'entry')) {
      this.#item = { title: '' };
      this.#itemDepth = this.#depth;
    } else if (this.#into === undefined) this.#openField(local, attributes);
  }

  text(text: string): void {
    if (this.#into !== undefined) this.#text += text;
  }

  close(): void {
    if (this.#into !== undefined && this.#depth === this.#intoDepth) this.#closeField(this.#into);
    if (this.#item !== undefined && this.#depth === this.#itemDepth) {
      if (this.items.length < this.#maxItems) this.items.push(this.#item);
      else this.truncated = true;
      this.#item = undefined;
    }
    this.#depth -= 1;
  }

  #openField(local: string, attributes: Readonly<Record<string, string>>): void {
    const direct = this.#item === undefined || this.#depth === this.#itemDepth + 1;
    if (!direct) return;
    if (local === 'link' && attributes.href !== undefined) {
      const rel = attributes.rel ?? 'alternate';
      if (this.#item !== undefined && rel === 'alternate') this.#item.link ??= attributes.href;
      return;
    }
    if (local === 'title') this.#begin('title');
    else if (this.#item === undefined) return;
    else if (local === 'link') this.#begin('link');
    else if (local === 'id' || (local === 'guid' && attributes.isPermaLink !== 'false')) {
      this.#begin('id');
    }
  }

  #begin(into: 'title' | 'link' | 'id'): void {
    this.#into = into;
    this.#intoDepth = this.#depth;
    this.#text = '';
  }

  #closeField(field: 'title' | 'link' | 'id'): void {
    const text = this.#text.trim();
    this.#into = undefined;
    if (this.#item === undefined) {
      // The first title is the feed's own; one of its image comes later.
      if (field === 'title' && this.title === '') this.title = text;
    } else if (field === 'title') this.#item.title = text;
    else if (field === 'link' && text !== '') this.#item.link ??= text;
    else if (field === 'id') this.#item.id = text;
  }
}

/** Names of the feed's own vocabulary; those of modules (`media:title`, `atom:link`) mean something else. */
function localOf(name: string): string {
  const colon = name.indexOf(':');
  if (colon < 0) return name.toLowerCase();
  return name.startsWith('rss:') || name.startsWith('a:')
    ? name.slice(colon + 1).toLowerCase()
    : '';
}

/** Items of an RSS, RDF or Atom feed as entries; its text is their titles. */
export function readFeed(xml: string, url: string, limits: Limits): Content {
  const feed = readXml(xml, limits.maxDepth, () => new FeedReader(limits.maxLinks));
  const base = URL.parse(feed.base ?? '', url)?.href ?? url;
  return contentOf(feed, base, limits);
}

/** Items of a JSON Feed; one that is no JSON has none. */
export function readJsonFeed(json: string, url: string, limits: Limits): Content {
  const feed = record(parsed(json));
  const items = Array.isArray(feed.items) ? (feed.items as unknown[]) : [];
  const read = items.slice(0, limits.maxLinks).map((each) => {
    const item = record(each);
    return {
      link: text(item.url) || text(item.external_url),
      id: text(item.id),
      title: text(item.title),
    };
  });
  const about = { title: text(feed.title), items: read, truncated: read.length < items.length };
  return contentOf(about, url, limits);
}

function contentOf(
  feed: { readonly title: string; readonly items: readonly Item[]; readonly truncated: boolean },
  base: string,
  limits: Limits,
): Content {
  const links = new LinkCollector(limits.maxLinks);
  for (const { link = '', id = '' } of feed.items) {
    if (link !== '') links.add(link, 'entry');
    else if (/^https?:\/\//i.test(id)) links.add(id, 'entry');
  }
  const titles = [feed.title, ...feed.items.map(({ title }) => title)];
  return {
    title: shortened(feed.title, limits.maxTitleCharacters),
    text: titles
      .map(fold)
      .filter(Boolean)
      .join('\n')
      .slice(0, limits.maxTextCharacters)
      .toWellFormed(),
    links: links.resolve({ base, nofollow: false }),
    truncated: feed.truncated || links.truncated,
  };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
