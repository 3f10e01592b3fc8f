import type { Limits, Manners, Scope, Settings, UrlRules } from '@mayfly/contracts/crawl/v1';
import { hostOf, normaliseUrl, siteOf, type Url } from '@mayfly/url';
import type * as core from '../core/crawl.ts';
import { policyNamed } from '../policy-names.ts';
import { checkAbove0, checkDuration, invalid } from './check-request.ts';

const MOST_ENTRIES = 10_000;
/** Settings are one row, and go to the frontier in one message. */
const MOST_SCOPE_BYTES = 500_000;
const MOST_LEASES = 1_000;
/** The longest delay that the frontier takes. */
const DAY_MS = 86_400_000;

/** Checks settings; `scope` is undefined where none is given. Each refusal names the path of the field. */
export function checkSettings(
  settings: Settings | undefined,
): Omit<core.Settings, 'scope'> & { readonly scope: core.Scope | undefined } {
  if (settings === undefined) throw invalid('settings', 'must be there');
  const { scope, limits, policy, share, revisitInterval, manners, urlRules } = settings;
  const name = policyNamed(policy);
  if (name === undefined) throw invalid('settings.policy', `there is no policy ${policy}`);
  checkAbove0('settings.share', share);
  if (manners !== undefined && !settings.private) {
    throw invalid('settings.manners', 'only a private crawl may have any');
  }
  return {
    scope: scope === undefined ? undefined : checkScope(scope),
    limits: limits === undefined ? undefined : checkLimits('settings.limits', limits),
    share,
    revisitIntervalMs:
      revisitInterval === undefined
        ? undefined
        : checkDuration('settings.revisit_interval', revisitInterval, { leastMs: 1_000 }),
    // Breadth first goes unsaid: a crawl made when there was no other is then the same one as if it were made now.
    ...(name !== 'bfs' && { policy: name }),
    private: settings.private,
    manners: manners === undefined ? undefined : checkManners(manners),
    ...(urlRules !== undefined && { urlRules: checkRules(urlRules) }),
  };
}

export function checkLimits(path: string, limits: Limits): core.Limits {
  const { maxPages, maxDepth, requestsPerSecond, siteRequestsPerSecond } = limits;
  const { hostUrlQuota, siteUrlQuota } = limits;
  checkAbove0(`${path}.max_pages`, maxPages);
  checkAbove0(`${path}.requests_per_second`, requestsPerSecond);
  checkAbove0(`${path}.site_requests_per_second`, siteRequestsPerSecond);
  checkAbove0(`${path}.host_url_quota`, hostUrlQuota);
  checkAbove0(`${path}.site_url_quota`, siteUrlQuota);
  const rates = { requestsPerSecond, siteRequestsPerSecond };
  return { maxPages, maxDepth, ...rates, hostUrlQuota, siteUrlQuota };
}

function checkManners({ delay, busyFactor, leasesAtATime, obeyRobots }: Manners): core.Manners {
  const path = 'settings.manners';
  if (busyFactor !== undefined && !(Number.isFinite(busyFactor) && busyFactor >= 0)) {
    throw invalid(`${path}.busy_factor`, `must be a number from 0 up; it is ${busyFactor}`);
  }
  if (leasesAtATime !== undefined && (leasesAtATime < 1 || leasesAtATime > MOST_LEASES)) {
    throw invalid(`${path}.leases_at_a_time`, `must be 1 to 1,000; it is ${leasesAtATime}`);
  }
  const delayMs =
    delay === undefined
      ? undefined
      : checkDuration(`${path}.delay`, delay, { leastMs: 0, mostMs: DAY_MS });
  return { delayMs, busyFactor, leasesAtATime, obeyRobots };
}

const MOST_PATTERNS = 1_000;
const LONGEST_PATTERN = 1_000;

function checkRules({ deny, allow }: UrlRules): core.UrlRules {
  for (const [name, patterns] of Object.entries({ deny, allow })) {
    const path = `settings.url_rules.${name}`;
    if (patterns.length > MOST_PATTERNS) throw invalid(path, 'must have at most 1,000 patterns');
    patterns.forEach((pattern, at) => {
      if (pattern !== '' && pattern.length <= LONGEST_PATTERN) return;
      throw invalid(`${path}[${at}]`, 'must have 1 to 1,000 characters');
    });
  }
  return { deny, allow };
}

function checkScope({ sites, hosts, prefixes, domains }: Scope): core.Scope {
  const path = 'settings.scope';
  const all = [...sites, ...hosts, ...prefixes, ...domains];
  if (all.length === 0)
    throw invalid(path, 'must have an entry; leave it out for the seeds’ sites');
  const bytes = all.reduce((sum, entry) => sum + entry.length, 0);
  if (all.length > MOST_ENTRIES || bytes > MOST_SCOPE_BYTES) {
    throw invalid(path, `must have at most 10,000 entries and 500,000 characters`);
  }
  sites.forEach((site, at) => checkSite(`${path}.sites[${at}]`, site));
  hosts.forEach((host, at) => {
    if (urlOfHost(host) === undefined) throw invalid(`${path}.hosts[${at}]`, 'not a host');
  });
  domains.forEach((domain, at) => {
    const isName = urlOfHost(domain) !== undefined && !domain.includes(':');
    if (!isName) throw invalid(`${path}.domains[${at}]`, 'not a domain name');
  });
  prefixes.forEach((prefix, at) => {
    const normalised = normaliseUrl(prefix);
    if (normalised.ok && normalised.url === prefix) return;
    throw invalid(`${path}.prefixes[${at}]`, 'not a normalised absolute http or https URL');
  });
  return { sites, hosts, prefixes, ...(domains.length === 0 ? {} : { domains }) };
}

export function checkSite(field: string, site: string): void {
  const url = urlOfHost(site);
  if (url !== undefined && siteOf(hostOf(url)) === site) return;
  throw invalid(field, 'not a registrable domain and not an address');
}

/** Undefined unless the text is exactly a host; the scheme decides which port is left out. */
function urlOfHost(text: string): Url | undefined {
  for (const scheme of ['http', 'https']) {
    const normalised = normaliseUrl(`${scheme}://${text}/`);
    if (normalised.ok && hostOf(normalised.url) === text) return normalised.url;
  }
  return undefined;
}
