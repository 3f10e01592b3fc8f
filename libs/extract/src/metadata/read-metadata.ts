import { withCodes } from '../html/page-codes.ts';
import { scanTags } from '../html/scan-html.ts';
import { lookAt } from '../html/text-look.ts';
import { MetadataCollector } from './metadata-collector.ts';
import type { AboutPage, Metadata } from './metadata.ts';

/** What a page says of itself: title, author, dates, language, structured data. */
export function readMetadata(
  html: string,
  url: string,
  about: Omit<AboutPage, 'url'> = {},
): Metadata {
  const collector = new MetadataCollector(html);
  withCodes(html, (codes) => {
    collector.begin(codes);
    scanTags(
      { html, codes },
      {
        // Microdata may stand in any element.
        wantsAttributes: () => true,
        open: (rule, attributes) => collector.open(rule, attributes),
        close: (rule) => collector.close(rule),
        text: (start, end, tag) => {
          collector.text(start, end, tag, tag === undefined ? lookAt(codes, start, end) : 0);
        },
      },
    );
  });
  return collector.metadata({ ...about, url });
}
