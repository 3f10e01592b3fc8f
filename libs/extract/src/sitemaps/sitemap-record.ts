import { parseFeedDate } from '../feeds/feed-date.ts';
import type { XmlAttributes } from '../xml/xml-attributes.ts';
import type {
  SitemapAlternate,
  SitemapEntry,
  SitemapImage,
  SitemapNews,
  SitemapVideo,
} from './sitemap.ts';

/** Google reads no more pictures of a page; of the others no page has as many. */
const MAX_PARTS = 1_000;

type Values = ReadonlyMap<string, string>;

/** What is known of an entry while it is read. */
export class SitemapRecord {
  readonly #kind: SitemapEntry['kind'];
  readonly #values = new Map<string, string>();
  #news: SitemapNews | undefined;
  #images: SitemapImage[] | undefined;
  #videos: SitemapVideo[] | undefined;
  #alternates: SitemapAlternate[] | undefined;

  constructor(kind: SitemapEntry['kind']) {
    this.#kind = kind;
  }

  /** A field of the entry itself; the first of a name counts. */
  set(name: string, value: string): void {
    if (!this.#values.has(name)) this.#values.set(name, value);
  }

  addLink(attributes: XmlAttributes): void {
    const href = attributes.get('href')?.trim();
    if (href === undefined) return;
    if (!/\balternate\b/i.test(attributes.get('rel') ?? 'alternate')) return;
    push((this.#alternates ??= []), {
      href,
      ...part('hreflang', attributes.get('hreflang')),
      ...part('media', attributes.get('media')),
    });
  }

  addPart(kind: 'news' | 'image' | 'video', values: Values): void {
    if (kind === 'news') this.#news ??= newsOf(values);
    else if (kind === 'video') push((this.#videos ??= []), videoOf(values));
    else if (values.has('loc')) {
      push((this.#images ??= []), {
        loc: values.get('loc')!,
        ...part('title', values.get('title')),
        ...part('caption', values.get('caption')),
      });
    }
  }

  /** The entry, or undefined where it names no place. */
  asEntry(): SitemapEntry | undefined {
    const loc = this.#values.get('loc');
    if (loc === undefined || loc === '') return undefined;
    // Made step by step: there are many, and most have little.
    const entry: { -readonly [K in keyof SitemapEntry]: SitemapEntry[K] } = {
      kind: this.#kind,
      loc,
    };
    const lastmod = this.#values.get('lastmod');
    if (lastmod !== undefined) Object.assign(entry, { lastmod }, ms('lastmodMs', lastmod));
    for (const name of ['changefreq', 'priority'] as const) {
      const value = this.#values.get(name);
      if (value !== undefined) entry[name] = value;
    }
    if (this.#news !== undefined) entry.news = this.#news;
    if (this.#images !== undefined) entry.images = this.#images;
    if (this.#videos !== undefined) entry.videos = this.#videos;
    if (this.#alternates !== undefined) entry.alternates = this.#alternates;
    return entry;
  }
}

function push<T>(parts: T[], part: T): void {
  if (parts.length < MAX_PARTS) parts.push(part);
}

function newsOf(values: Values): SitemapNews {
  return {
    ...part('title', values.get('title')),
    ...part('publication', values.get('name')),
    ...part('language', values.get('language')),
    ...part('publicationDate', values.get('publication_date')),
    ...ms('publicationMs', values.get('publication_date')),
  };
}

function videoOf(values: Values): SitemapVideo {
  return {
    ...part('title', values.get('title')),
    ...part('contentLoc', values.get('content_loc')),
    ...part('playerLoc', values.get('player_loc')),
    ...part('thumbnailLoc', values.get('thumbnail_loc')),
    ...part('publicationDate', values.get('publication_date')),
    ...ms('publicationMs', values.get('publication_date')),
  };
}

function part<K extends string>(key: K, value: string | undefined): Partial<Record<K, string>> {
  return value === undefined ? {} : ({ [key]: value } as Record<K, string>);
}

function ms<K extends string>(key: K, date: string | undefined): Partial<Record<K, number>> {
  const time = date === undefined ? undefined : parseFeedDate(date);
  return time === undefined ? {} : ({ [key]: time } as Record<K, number>);
}
