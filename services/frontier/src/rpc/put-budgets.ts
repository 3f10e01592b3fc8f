import type {
  PutBudgetsRequest,
  PutBudgetsResponse,
  SiteBudget,
} from '@mayfly/contracts/frontier/v1';
import { siteOf } from '@mayfly/url';
import type { Desk } from '../core/desk.ts';
import type { SiteLimits } from '../core/site-rates.ts';
import { checkAboveZero, checkHost, checkWhole, invalid } from './request-checks.ts';

/** They are one row. */
const MOST_SITES = 5_000;

export const putBudgets =
  ({ budgets }: Pick<Desk, 'budgets'>) =>
  async ({
    revision,
    requestsPerSecond,
    sites,
  }: PutBudgetsRequest): Promise<PutBudgetsResponse> => {
    if (checkWhole('revision', revision) === 0) throw invalid('revision', 'must be 1 or more');
    if (requestsPerSecond !== undefined) checkAboveZero('requests_per_second', requestsPerSecond);
    const row = { revision, requestsPerSecond, sites: limitsOf(sites) };
    return { revision: await budgets.put(row) };
  };

function limitsOf(sites: readonly SiteBudget[]): SiteLimits {
  if (sites.length > MOST_SITES) throw invalid('sites', `more than ${MOST_SITES}`);
  const limits: Record<string, number> = {};
  for (const [at, { site, requestsPerSecond }] of sites.entries()) {
    const field = `sites[${at}]`;
    const host = checkHost(`${field}.site`, site);
    if (siteOf(host) !== site) {
      throw invalid(`${field}.site`, 'must be a registrable domain or an address');
    }
    if (Object.hasOwn(limits, site)) throw invalid(`${field}.site`, 'is named twice');
    limits[site] = checkAboveZero(`${field}.requests_per_second`, requestsPerSecond);
  }
  return limits;
}
