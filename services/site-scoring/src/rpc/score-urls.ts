import type { ScoreUrlsRequest, ScoreUrlsResponse } from '@mayfly/contracts/sitescoring/v1';
import { CrawlError } from '@mayfly/errors';
import { hostOf, normaliseUrl, siteOf, type SiteKey } from '@mayfly/url';
import type { Sites } from '../core/ports.ts';
import { priorOf } from '../core/site-counts.ts';
import { urlsScored } from '../events.ts';

const MOST_URLS = 10_000;

export const scoreUrls =
  ({ sites }: { readonly sites: Sites }) =>
  async ({ urls }: ScoreUrlsRequest): Promise<ScoreUrlsResponse> => {
    if (urls.length < 1 || urls.length > MOST_URLS) {
      throw new CrawlError(
        'REQUEST_INVALID',
        `urls: must be 1 to 10,000; there are ${urls.length}`,
      );
    }
    const counts = await sites.read(urls.map(siteOfUrl));
    urlsScored(urls.length);
    return { scores: counts.map(priorOf) };
  };

function siteOfUrl(text: string, at: number): SiteKey {
  const normalised = normaliseUrl(text);
  if (normalised.ok) return siteOf(hostOf(normalised.url));
  throw new CrawlError('REQUEST_INVALID', `urls[${at}]: ${normalised.reason}`);
}
