import { parseRobots } from '@mayfly/robots';
import type { ToRead } from '../core/ports.ts';
import { sitemapUrls } from '../core/sitemap-urls.ts';
import { encodeLinks, sitemapLink } from './link-words.ts';
import { readBody, type ReadBody } from './read-body.ts';

/** A robots.txt is text, whatever it calls itself, and links to the sitemaps that it names. */
export async function readRobotsFile(document: ToRead): Promise<ReadBody> {
  const links = sitemapUrls(parseRobots(document.body).sitemaps, document.url).map(sitemapLink);
  return {
    ...readBody({ ...document, contentType: 'text/plain' }),
    kind: 'text',
    links: encodeLinks(links),
    linkCount: links.length,
  };
}
