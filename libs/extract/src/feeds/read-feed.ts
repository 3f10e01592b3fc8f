import { type Limits, LIMITS } from '../limits.ts';
import { XmlReader } from '../xml/xml-reader.ts';
import { FeedReader } from './feed-reader.ts';
import type { Feed } from './feed.ts';
import { readJsonFeed } from './json-feed.ts';

/** Reads a feed of any kind and quality, as far as it goes; links are resolved against its URL. */
export function readFeed(text: string, url: string, limits: Partial<Limits> = {}): Feed {
  const all = { ...LIMITS, ...limits };
  return /^\s*\{/.test(text) ? readJsonFeed(text, url, all) : readXmlFeed(text, url, all);
}

function readXmlFeed(text: string, url: string, limits: Limits): Feed {
  const reader = new FeedReader(url, limits);
  const xml = new XmlReader(reader, limits);
  xml.write(text);
  xml.end();
  const stopped = xml.stopped ?? reader.stopped;
  return { ...reader.feed(), ...(stopped !== undefined && { stopped }) };
}
