import { scanHtml } from '../html/scan-html.ts';
import { MetadataCollector } from './metadata-collector.ts';
import type { AboutPage, Metadata } from './metadata.ts';

/** What a page says of itself: title, author, dates, language, structured data. */
export function readMetadata(
  html: string,
  url: string,
  about: Omit<AboutPage, 'url'> = {},
): Metadata {
  const collector = new MetadataCollector(html);
  scanHtml(html, collector);
  return collector.metadata({ ...about, url });
}
