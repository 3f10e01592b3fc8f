import type { Limits } from '../limits.ts';
import { parseFeedDate } from './feed-date.ts';
import type { Feed, FeedDates, FeedItem, FeedLink } from './feed.ts';
import { cleanMarkup, resolved } from './markup.ts';

type Json = Readonly<Record<string, unknown>>;

/** Reads a JSON Feed; one that is no JSON has no items, and says so. */
export function readJsonFeed(json: string, url: string, limits: Limits): Feed {
  const parsed = parse(json);
  const feed = record(parsed);
  const all = Array.isArray(feed.items) ? (feed.items as unknown[]) : [];
  const items = all.slice(0, limits.maxLinks).map((item) => itemOf(record(item), url));
  const hubs = Array.isArray(feed.hubs) ? (feed.hubs as unknown[]) : [];
  const stopped =
    parsed === undefined ? 'not-json' : items.length < all.length ? 'items' : undefined;
  return {
    format: 'json',
    ...named('title', text(feed.title)),
    ...named('link', link(feed.home_page_url, url)),
    ...named('self', link(feed.feed_url, url)),
    ...named('description', text(feed.description)),
    ...named('language', text(feed.language)),
    hubs: hubs.slice(0, 100).flatMap((hub) => link(record(hub).url, url) ?? []),
    links: [],
    skipHours: [],
    skipDays: [],
    items,
    ...(stopped !== undefined && { stopped }),
  };
}

function itemOf(item: Json, url: string): FeedItem {
  const html = text(item.content_html);
  const content = html === undefined ? text(item.content_text) : cleanMarkup(html, url);
  const id = typeof item.id === 'number' ? String(item.id) : text(item.id);
  const isAddress = id !== undefined && /^https?:\/\//i.test(id);
  const where = link(item.url, url) ?? link(item.external_url, url) ?? (isAddress ? id : undefined);
  return {
    ...named('link', where),
    ...named('id', id),
    ...named('title', text(item.title)),
    ...dated('published', text(item.date_published)),
    ...dated('updated', text(item.date_modified)),
    ...named('summary', text(item.summary) ?? content),
    ...named('content', content),
    links: attachments(item.attachments, url),
  };
}

function attachments(value: unknown, url: string): FeedLink[] {
  const all = Array.isArray(value) ? (value as unknown[]) : [];
  return all.slice(0, 100).flatMap((each) => {
    const href = link(record(each).url, url);
    return href === undefined
      ? []
      : [{ rel: 'enclosure', href, ...named('type', text(record(each).mime_type)) }];
  });
}

function dated(field: 'published' | 'updated', date: string | undefined): FeedDates {
  const ms = date === undefined ? undefined : parseFeedDate(date);
  return { ...named(field, date), ...(ms !== undefined && { [`${field}Ms`]: ms }) };
}

function named<K extends string>(key: K, value: string | undefined): Partial<Record<K, string>> {
  return value === undefined ? {} : ({ [key]: value } as Record<K, string>);
}

function link(value: unknown, url: string): string | undefined {
  const href = text(value);
  return href === undefined ? undefined : resolved(href, url);
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function record(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {};
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}
