import { isDeepStrictEqual } from 'node:util';
import { readSitemap, type SitemapEntry } from '@mayfly/extract';
import { caseSuite } from '../case-suite.ts';
import { bytesIn, type Line } from '../line.ts';

export const sitemaps = caseSuite({
  name: 'sitemaps',
  means: 'the entries of a sitemap',
  read: (line) => {
    const bytes = bytesIn(line, 'contentBase64');
    const entries = (line.expect as { entries?: unknown } | undefined)?.entries;
    return bytes === undefined || !Array.isArray(entries) ? undefined : { bytes, entries };
  },
  passes: ({ bytes, entries }) => {
    const found = readSitemap(bytes).entries;
    return (
      found.length === entries.length &&
      found.every((entry, at) => agrees(entry, entries[at] as Line))
    );
  },
});

/** Every field that the case has; one that is empty there may be absent here. */
function agrees(entry: SitemapEntry, expected: Line): boolean {
  const { loc, lastmod, changefreq, priority, alternates } = entry;
  const alternate = alternates?.map(({ href }) => href);
  const found: Line = { loc, lastmod, changefreq, priority, alternate };
  return Object.entries(expected).every(
    ([name, value]) => isDeepStrictEqual(found[name], value) || (value === '' && !found[name]),
  );
}
