import type { XmlAttributes } from '../xml/xml-attributes.ts';
import type { XmlEvents } from '../xml/xml-reader.ts';
import { SitemapRecord } from './sitemap-record.ts';
import type { SitemapEntry, SitemapFormat } from './sitemap.ts';

/** More than any URL or caption that is worth having. */
const MAX_VALUE_CHARACTERS = 8_192;
const FIELDS = new Set(['loc', 'lastmod', 'changefreq', 'priority']);
const RECORDS = new Set(['url', 'sitemap']);
const PARTS: ReadonlySet<string> = new Set(['news', 'image', 'video']);

/**
 * Hears the XML of a sitemap and hands on its entries one by one. Namespaces are seldom right, so
 * elements are known by their own names and by what they stand in: `image/loc` is not `url/loc`.
 */
export class SitemapReader implements XmlEvents {
  readonly #onEntry: (entry: SitemapEntry) => void;
  #depth = 0;
  #record: SitemapRecord | undefined;
  #recordDepth = 0;
  #part:
    { readonly kind: 'news' | 'image' | 'video'; readonly values: Map<string, string> } | undefined;
  #partDepth = 0;
  #value: string | undefined;
  #valueDepth = 0;
  format: SitemapFormat = 'xml';

  constructor(onEntry: (entry: SitemapEntry) => void) {
    this.#onEntry = onEntry;
  }

  open(name: string, attributes: XmlAttributes): void {
    this.#depth += 1;
    const local = localName(name);
    if (this.#depth === 1) this.format = local === 'sitemapindex' ? 'index' : 'xml';
    else if (this.#record === undefined) this.#openRecord(local);
    else this.#openWithin(local, attributes);
  }

  text(text: string): void {
    if (this.#value === undefined) return;
    if (this.#value.length + text.length <= MAX_VALUE_CHARACTERS) this.#value += text;
  }

  close(name: string): void {
    const depth = this.#depth;
    this.#depth -= 1;
    if (this.#record === undefined) return;
    if (this.#value !== undefined && this.#valueDepth === depth) this.#closeValue(localName(name));
    else if (this.#part !== undefined && this.#partDepth === depth) {
      this.#record.addPart(this.#part.kind, this.#part.values);
      this.#part = undefined;
    } else if (this.#recordDepth === depth) this.#closeRecord();
  }

  /** Half a URL leads somewhere else. */
  cut(): void {
    this.#value = undefined;
  }

  #closeRecord(): void {
    const entry = this.#record!.asEntry();
    this.#record = undefined;
    if (entry !== undefined) this.#onEntry(entry);
  }

  #openRecord(local: string): void {
    if (!RECORDS.has(local)) return;
    this.#record = new SitemapRecord(local === 'url' ? 'entry' : 'sitemap');
    this.#recordDepth = this.#depth;
    this.#value = undefined;
    this.#part = undefined;
  }

  #openWithin(local: string, attributes: XmlAttributes): void {
    const isChild = this.#depth === this.#recordDepth + 1;
    if (isChild && RECORDS.has(local)) {
      // The end tag of the one before is missing.
      this.#closeRecord();
      this.#openRecord(local);
    } else if (isChild && local === 'link') this.#record!.addLink(attributes);
    else if (isChild && PARTS.has(local)) {
      this.#part = { kind: local as 'news' | 'image' | 'video', values: new Map() };
      this.#partDepth = this.#depth;
    } else if (this.#part !== undefined || (isChild && FIELDS.has(local))) {
      this.#value = '';
      this.#valueDepth = this.#depth;
    }
  }

  /** A part may have parts of its own (`news:publication`): the innermost names are enough. */
  #closeValue(local: string): void {
    const value = detached(this.#value!.trim());
    this.#value = undefined;
    if (this.#part === undefined) this.#record!.set(local, value);
    else if (!this.#part.values.has(local)) this.#part.values.set(local, value);
  }
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** A copy: a piece of a string keeps the whole of it in memory, and of those a sitemap has many. */
function detached(text: string): string {
  return text.length < 13 ? text : Buffer.from(text, 'utf8').toString('utf8');
}
