import type { ToRead } from '../core/ports.ts';
import { sitemapsOf } from '../core/fetch-robots.ts';
import { encodeLinks } from './link-words.ts';
import { readBody, type ReadBody } from './read-body.ts';

/** A robots.txt is text, whatever it calls itself, and links to the sitemaps that it names. */
export async function readRobotsFile(document: ToRead): Promise<ReadBody> {
  const links = sitemapsOf(document.body, document.url).map((url) => ({
    url,
    kind: 'sitemap' as const,
    nofollow: false,
  }));
  return {
    ...readBody({ ...document, contentType: 'text/plain' }),
    kind: 'text',
    links: encodeLinks(links),
    linkCount: links.length,
  };
}
