import type { Limits } from '../limits.ts';
import type { XmlAttributes } from '../xml/xml-attributes.ts';
import type { XmlEvents } from '../xml/xml-reader.ts';
import { FeedCapture } from './feed-capture.ts';
import { fieldOf, isItem } from './feed-fields.ts';
import { FeedNamespaces } from './feed-namespaces.ts';
import { FeedRecord } from './feed-record.ts';
import type { Feed, FeedFormat, FeedItem, FeedStop } from './feed.ts';
import { resolved } from './markup.ts';

const FORMATS: Readonly<Record<string, FeedFormat>> = {
  rss: 'rss',
  'rdf:rdf': 'rdf',
  feed: 'atom',
  channel: 'cdf',
};

/** Fields that are texts, of which a feed may hold much. */
const TEXTS = new Set(['title', 'summary', 'content']);
const SHORT_CHARACTERS = 8_192;
const MAX_BASES = 100;

/** Hears the XML of a feed and makes a feed of it: RSS of all versions, RDF, Atom, CDF. */
export class FeedReader implements XmlEvents {
  readonly #limits: Limits;
  readonly #namespaces = new FeedNamespaces();
  readonly #feed: FeedRecord;
  readonly #items: FeedItem[] = [];
  /** What the elements mean inside which the reader stands. */
  readonly #path: string[] = [];
  readonly #bases: { readonly depth: number; readonly base: string }[];
  #format: FeedFormat = 'rss';
  #item: FeedRecord | undefined;
  #itemDepth = 0;
  #capture: FeedCapture | undefined;
  #textLeft: number;
  /** Why some was not kept. */
  stopped: FeedStop | undefined;

  constructor(url: string, limits: Limits) {
    this.#limits = limits;
    this.#bases = [{ depth: 0, base: url }];
    this.#feed = new FeedRecord();
    this.#textLeft = limits.maxTextCharacters;
  }

  /** What was read so far. */
  feed(): Feed {
    return { format: this.#format, ...this.#feed.asFeed(this.#items) };
  }

  open(name: string, attributes: XmlAttributes): void {
    if (this.#capture !== undefined) {
      this.#path.push('');
      this.#capture.open(name, attributes);
      return;
    }
    const parent = this.#path.at(-1) ?? '';
    const meaning = this.#namespaces.open(name, attributes, this.#path.length + 1);
    this.#path.push(meaning);
    this.#openBase(attributes);
    if (this.#path.length === 1) this.#begin(meaning, attributes);
    else if (isItem(meaning) && (this.#item === undefined || isItem(parent))) {
      // Of an item in an item, the end tag of the first is missing.
      if (this.#item !== undefined) this.#closeItem(this.#item);
      this.#openItem(attributes);
    } else this.#openField(meaning, parent, attributes);
  }

  text(text: string): void {
    this.#capture?.text(text);
  }

  close(name: string): void {
    const depth = this.#path.length;
    if (this.#capture !== undefined && this.#capture.start.depth === depth) this.#closeField();
    else this.#capture?.close(name);
    if (this.#item !== undefined && this.#itemDepth === depth) this.#closeItem(this.#item);
    this.#path.pop();
    this.#namespaces.close(depth);
    if (this.#bases.length > 1 && this.#bases.at(-1)!.depth === depth) this.#bases.pop();
  }

  /** Half a text is better than none, half a link or date is not. */
  cut(): void {
    if (this.#capture !== undefined && !TEXTS.has(this.#capture.start.filled.field)) {
      this.#capture = undefined;
    }
  }

  get #base(): string {
    return this.#bases.at(-1)!.base;
  }

  #openBase(attributes: XmlAttributes): void {
    const base = attributes.get('xml:base');
    if (base === undefined || this.#bases.length >= MAX_BASES) return;
    this.#bases.push({ depth: this.#path.length, base: resolved(base, this.#base) });
  }

  #begin(root: string, attributes: XmlAttributes): void {
    this.#format = FORMATS[root] ?? 'rss';
    this.#feed.about(attributes, this.#base);
  }

  #openItem(attributes: XmlAttributes): void {
    this.#item = new FeedRecord();
    this.#itemDepth = this.#path.length;
    this.#item.about(attributes, this.#base);
  }

  #closeItem(item: FeedRecord): void {
    this.#item = undefined;
    if (this.#items.length < this.#limits.maxLinks) this.#items.push(item.asItem());
    else this.stopped ??= 'items';
  }

  #openField(meaning: string, parent: string, attributes: XmlAttributes): void {
    const into = this.#item ?? this.#feed;
    const filled = fieldOf(meaning, parent);
    const href = attributes.get('href') ?? attributes.get('url');
    if (href !== undefined && (filled?.field === 'link' || meaning === 'enclosure')) {
      const rel = meaning === 'enclosure' ? 'enclosure' : (attributes.get('rel') ?? 'alternate');
      into.addLink(rel, resolved(href, this.#base), attributes.get('type'));
    } else if (filled !== undefined) {
      this.#capture = new FeedCapture({
        filled,
        depth: this.#path.length,
        attributes,
        base: this.#base,
        plainByDefault: this.#format === 'atom',
        maxCharacters: TEXTS.has(filled.field) ? this.#limits.maxFieldCharacters : SHORT_CHARACTERS,
      });
    }
  }

  #closeField(): void {
    const { start, cut } = this.#capture!;
    const value = this.#capture!.value();
    this.#capture = undefined;
    if (cut) this.stopped ??= 'text-size';
    if (TEXTS.has(start.filled.field)) {
      if (value.length > this.#textLeft) {
        this.stopped ??= 'text-size';
        return;
      }
      this.#textLeft -= value.length;
    }
    (this.#item ?? this.#feed).fill(start, value);
  }
}
