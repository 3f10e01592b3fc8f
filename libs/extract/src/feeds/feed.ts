/** What a feed calls itself. */
export type FeedFormat = 'rss' | 'rdf' | 'atom' | 'json' | 'cdf';

/** One link of a feed or an item, absolute where it can be. */
export interface FeedLink {
  readonly rel: string;
  readonly href: string;
  readonly type?: string;
}

/** Dates as they are written, and as milliseconds since 1970 where they can be read. */
export interface FeedDates {
  published?: string;
  publishedMs?: number;
  updated?: string;
  updatedMs?: number;
  created?: string;
  createdMs?: number;
}

/** One item. Texts are as the feed has them and may hold HTML, of which scripts are taken out. */
export interface FeedItem extends FeedDates {
  /** Where the item stands, absolute. */
  link?: string;
  id?: string;
  title?: string;
  /** What is said in short, or the content where nothing is. */
  summary?: string;
  content?: string;
  links: FeedLink[];
}

/** What a feed says of itself, and its items. */
export interface Feed extends FeedDates {
  format: FeedFormat;
  title?: string;
  /** The page whose feed it is. */
  link?: string;
  id?: string;
  description?: string;
  language?: string;
  /** Its own URL, as it says. */
  self?: string;
  /** WebSub hubs that tell of news. */
  hubs: string[];
  links: FeedLink[];
  /** How long a copy may be kept (`ttl`). */
  ttlMs?: number;
  /** How often it is made anew (`sy:updatePeriod`, `sy:updateFrequency`). */
  updateEveryMs?: number;
  /** Hours (UTC) in which nothing new is to be expected. */
  skipHours: number[];
  /** Days in which nothing new is to be expected: 0 is Sunday. */
  skipDays: number[];
  items: FeedItem[];
  /** Why the rest was not read. */
  stopped?: FeedStop;
}

/** Why the rest of a feed was not read. */
export type FeedStop = 'depth' | 'token-size' | 'items' | 'text-size' | 'not-json';
