import { decodeHTML } from 'entities';
import { fold, shortened } from '../folded-text.ts';
import type { Limits } from '../limits.ts';
import { ListedLinks } from '../listed-links.ts';
import type { Content } from '../read-document.ts';
import type { Feed } from './feed.ts';
import { readFeed } from './read-feed.ts';

const TAG = /<\/?[a-z!][^<>]*>/gi;

/** A feed as a document: its items are links with their dates, its text is their titles. */
export function feedContent(text: string, url: string, limits: Limits): Content & { feed: Feed } {
  const feed = readFeed(text, url, limits);
  const links = new ListedLinks(url, limits.maxLinks);
  for (const { link, publishedMs, createdMs, updatedMs } of feed.items) {
    if (link === undefined) continue;
    links.add({ href: link, kind: 'entry', publishedMs: publishedMs ?? createdMs, updatedMs });
  }
  const titles = [feed.title ?? '', ...feed.items.map(({ title }) => title ?? '')].map(plain);
  return {
    title: shortened(titles[0]!, limits.maxTitleCharacters),
    text: titles.filter(Boolean).join('\n').slice(0, limits.maxTextCharacters).toWellFormed(),
    links: links.all(),
    truncated: feed.stopped !== undefined || links.truncated,
    feed,
  };
}

/** What a reader sees of a title, which may hold HTML. */
function plain(title: string): string {
  if (!title.includes('<') && !title.includes('&')) return fold(title);
  return fold(decodeHTML(title.replace(TAG, '')));
}
