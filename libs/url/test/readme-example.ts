import { bucketOf, hostOf, normaliseUrl, siteOf, urlId } from '@mayfly/url';

export async function example() {
  const result = normaliseUrl('HTTP://News.Example.co.uk:80/a/../%7Eb?q=%c3%a9#top');
  if (!result.ok) return result.reason;
  const { url } = result;
  const host = hostOf(url);
  return { url, host, site: siteOf(host), bucket: bucketOf(host), idBytes: urlId(url).length };
}
