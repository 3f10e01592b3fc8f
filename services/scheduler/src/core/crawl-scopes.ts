import { crawlScope, type HostKey, type Url } from '@mayfly/url';
import { BY_HAND, type Crawl, isAtWork } from './crawl.ts';
import type { CrawlBook } from './ports.ts';

type Belongs = (url: Url, host: HostKey) => boolean;

interface Known {
  readonly revision: number;
  readonly createdMs: number;
  readonly belongs: Belongs;
}

/** Which crawls have a URL in their scope. The frontier decides; this only keeps it from being asked about the whole web. */
export class CrawlScopes {
  readonly #crawls: Pick<CrawlBook, 'all'>;
  #known = new Map<string, Known>();

  constructor(crawls: Pick<CrawlBook, 'all'>) {
    this.#crawls = crawls;
  }

  /** As the crawls are now. `by-hand` takes every URL, but only of whoever names it. */
  now(): (url: Url, host: HostKey) => Crawl[] {
    const open = this.#crawls.all().filter((crawl) => crawl.name !== BY_HAND && isAtWork(crawl));
    const before = this.#known;
    this.#known = new Map();
    const scopes = open.map((crawl) => {
      const { name, revision, createdMs } = crawl;
      const there = before.get(name);
      const isSame = there?.revision === revision && there.createdMs === createdMs;
      const known = isSame ? there : { revision, createdMs, belongs: belongsTo(crawl) };
      this.#known.set(name, known);
      return { crawl, belongs: known.belongs };
    });
    return (url, host) =>
      scopes.filter(({ belongs }) => belongs(url, host)).map(({ crawl }) => crawl);
  }
}

/** Which URLs a crawl has in its scope, as far as they themselves say. */
export function belongsTo({ settings: { scope, urlRules } }: Crawl): Belongs {
  const { sites, hosts, prefixes, domains = [] } = scope;
  // Without an entry nothing belongs.
  if (sites.length + hosts.length + prefixes.length + domains.length === 0) return () => false;
  const { deny = [], allow = [] } = urlRules ?? {};
  const decide = crawlScope({ sites, hosts, prefixes, domains, deny, allow });
  return (url, host) => decide(url, host).inScope;
}
