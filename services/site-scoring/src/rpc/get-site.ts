import type { GetSiteRequest, GetSiteResponse } from '@mayfly/contracts/sitescoring/v1';
import { CrawlError } from '@mayfly/errors';
import { hostOf, normaliseUrl, siteOf, type SiteKey } from '@mayfly/url';
import type { Sites } from '../core/ports.ts';

const LONGEST_SITE = 253;

export const getSite =
  ({ sites }: { readonly sites: Sites }) =>
  async (request: GetSiteRequest): Promise<GetSiteResponse> => {
    const site = checkSite(request.site);
    const [counts] = await sites.read([site]);
    if (counts === undefined || counts.hosts === 0) {
      throw new CrawlError('SITE_UNKNOWN', `site: nothing of ${site} was ever recorded`);
    }
    return { site, ...counts };
  };

/** A site is what `siteOf` says of some host, so it is the site of itself. */
function checkSite(text: string): SiteKey {
  if (text.length < 1 || text.length > LONGEST_SITE) {
    throw new CrawlError('REQUEST_INVALID', `site: must have 1 to ${LONGEST_SITE} characters`);
  }
  const normalised = normaliseUrl(`http://${text}/`);
  if (normalised.ok && hostOf(normalised.url) === text.toLowerCase()) {
    const site = siteOf(hostOf(normalised.url));
    if (site === text.toLowerCase()) return site;
  }
  throw new CrawlError('REQUEST_INVALID', 'site: not a registrable domain and not an address');
}
