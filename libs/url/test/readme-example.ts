import {
  bucketOf,
  crawlScope,
  hostOf,
  normaliseUrl,
  siteOf,
  trapGuard,
  type Url,
  urlId,
} from '@mayfly/url';

export async function example() {
  const result = normaliseUrl(
    'HTTP://News.Example.co.uk:80//a/../%7Eb?z=1&q=%c3%a9&utm_source=x#top',
  );
  if (!result.ok) return result.reason;
  const { url } = result;
  const host = hostOf(url);
  const scope = crawlScope({ sites: ['example.co.uk'], deny: ['/print/'] });
  const calendar = 'http://news.example.co.uk/events/2044/02/' as Url;
  return {
    url,
    host,
    site: siteOf(host),
    bucket: bucketOf(host),
    idBytes: urlId(url).length,
    scope: scope(url),
    printed: scope('http://news.example.co.uk/print/1' as Url),
    trap: trapGuard({ maxDepth: 12 })(calendar, Date.parse('2026-06-01')),
  };
}
