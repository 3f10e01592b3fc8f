import type { Crawl, PutCrawlsRequest, PutCrawlsResponse } from '@mayfly/contracts/frontier/v1';
import type { Limits, Settings } from '@mayfly/contracts/crawl/v1';
import type { Desk } from '../core/desk.ts';
import { BY_HAND, type CrawlRow, type CrawlSettings } from '../core/crawl.ts';
import { mannersOf } from './manners-fields.ts';
import {
  checkAboveZero,
  checkCount,
  checkCrawlName,
  checkText,
  checkUrl,
  checkWhole,
  invalid,
} from './request-checks.ts';

const MOST_SCOPE_ENTRIES = 10_000;

export const putCrawls =
  ({ crawls }: Pick<Desk, 'crawls'>) =>
  async (request: PutCrawlsRequest): Promise<PutCrawlsResponse> => {
    checkCount('crawls', request.crawls.length, 1_000);
    const rows = request.crawls.map((crawl, at) => rowOf(`crawls[${at}]`, crawl));
    return { revisions: await crawls.put(rows) };
  };

function rowOf(field: string, crawl: Crawl): Omit<CrawlRow, 'forgotten'> {
  const { paused, deleted } = crawl;
  const name = checkCrawlName(`${field}.name`, crawl.name);
  if (name === BY_HAND) throw invalid(`${field}.name`, `${BY_HAND} is built in`);
  const revision = checkWhole(`${field}.revision`, crawl.revision);
  if (revision === 0) throw invalid(`${field}.revision`, 'must be 1 or more');
  if (crawl.settings === undefined) throw invalid(`${field}.settings`, 'is missing');
  return {
    name,
    revision,
    settings: settingsOf(`${field}.settings`, crawl.settings),
    paused,
    deleted,
  };
}

function settingsOf(field: string, settings: Settings): CrawlSettings {
  const { scope, share = 1, manners, urlRules } = settings;
  if (manners !== undefined && !settings.private) {
    throw invalid(`${field}.manners`, 'only a private crawl may have any');
  }
  return {
    sites: names(`${field}.scope.sites`, scope?.sites ?? []),
    hosts: names(`${field}.scope.hosts`, scope?.hosts ?? []),
    prefixes: prefixes(`${field}.scope.prefixes`, scope?.prefixes ?? []),
    domains: names(`${field}.scope.domains`, scope?.domains ?? []),
    deny: patterns(`${field}.url_rules.deny`, urlRules?.deny ?? []),
    allow: patterns(`${field}.url_rules.allow`, urlRules?.allow ?? []),
    ...limitsOf(`${field}.limits`, settings.limits),
    share: checkAboveZero(`${field}.share`, share),
    private: settings.private,
    ...(manners === undefined ? {} : { manners: mannersOf(`${field}.manners`, manners) }),
  };
}

function limitsOf(field: string, limits: Limits | undefined): Partial<CrawlSettings> {
  const { maxPages, maxDepth, requestsPerSecond, siteRequestsPerSecond } = limits ?? {};
  const { hostUrlQuota, siteUrlQuota } = limits ?? {};
  if (maxPages !== undefined && checkWhole(`${field}.max_pages`, maxPages) === 0) {
    throw invalid(`${field}.max_pages`, 'must be 1 or more');
  }
  if (requestsPerSecond !== undefined) {
    checkAboveZero(`${field}.requests_per_second`, requestsPerSecond);
  }
  if (siteRequestsPerSecond !== undefined) {
    checkAboveZero(`${field}.site_requests_per_second`, siteRequestsPerSecond);
  }
  if (hostUrlQuota !== undefined) checkAboveZero(`${field}.host_url_quota`, hostUrlQuota);
  if (siteUrlQuota !== undefined) checkAboveZero(`${field}.site_url_quota`, siteUrlQuota);
  const rates = { requestsPerSecond, siteRequestsPerSecond };
  return { maxPages, maxDepth, ...rates, hostUrlQuota, siteUrlQuota };
}

function names(field: string, values: readonly string[]): readonly string[] {
  if (values.length > MOST_SCOPE_ENTRIES) throw invalid(field, `more than ${MOST_SCOPE_ENTRIES}`);
  values.forEach((value, at) => {
    if (value === '') throw invalid(`${field}[${at}]`, 'is empty');
    checkText(`${field}[${at}]`, value, 260);
  });
  return values;
}

const MOST_PATTERNS = 1_000;
const LONGEST_PATTERN = 1_000;

function patterns(field: string, values: readonly string[]): readonly string[] {
  if (values.length > MOST_PATTERNS) throw invalid(field, `more than ${MOST_PATTERNS}`);
  values.forEach((value, at) => {
    if (value === '') throw invalid(`${field}[${at}]`, 'is empty');
    checkText(`${field}[${at}]`, value, LONGEST_PATTERN);
  });
  return values;
}

/** Normalised, so that a normalised URL begins with it. */
function prefixes(field: string, values: readonly string[]): readonly string[] {
  if (values.length > MOST_SCOPE_ENTRIES) throw invalid(field, `more than ${MOST_SCOPE_ENTRIES}`);
  return values.map((value, at) => checkUrl(`${field}[${at}]`, value));
}
