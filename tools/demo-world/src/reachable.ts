import { hash } from 'node:crypto';
import type { Resource, ResourceKind } from './resource.ts';
import { rulesOf } from './robots-book.ts';
import { type RobotsRules, sitemapLines } from './robots-rules.ts';
import type { RobotsAnswer } from './robots-text.ts';

/** What must become of a URL in the hands of a correct crawler. `unforeseen`: only its own handler knows. */
export type Expected =
  | 'ok'
  | 'duplicate'
  | 'redirect'
  | 'gone'
  | 'refused'
  | 'error'
  | 'robots-disallowed'
  | 'unforeseen';

/** A URL that a crawler hears of, and what must become of it. */
export interface ReachablePage {
  readonly url: string;
  readonly expected: Expected;
  /** Links between it and the nearest seed; a redirect counts as one. */
  readonly depth: number;
  /** What it is; absent where no request may be made. */
  readonly kind?: ResourceKind;
  readonly status?: number;
  /** Where a redirect leads. */
  readonly location?: string;
  /** The first page of the walk with the same bytes; which of the two a crawler meets first is its own business. */
  readonly duplicateOf?: string;
  /** Size and SHA-256 (hex) of the body of a page that is ok or a duplicate, decoded. */
  readonly bytes?: number;
  readonly sha256?: string;
}

/** A web that can be asked without a request. */
export interface Web {
  /** Undefined where only a handler knows what a request gets. */
  resource(url: string): Resource | undefined;
  robots(host: string): RobotsAnswer;
}

/** Where to begin and what to keep to. */
export interface WalkOptions {
  readonly seeds: readonly string[];
  readonly userAgent?: string;
  /** Which URLs belong; all where absent. */
  readonly within?: (url: string) => boolean;
  /** Whether the Sitemap lines of robots.txt count as links. */
  readonly robotsSitemaps?: boolean;
  /** Throws where there are more pages than this: a world with a trap has no end. */
  readonly limit?: number;
}

/** Every URL that a correct crawler hears of, breadth first, by walking the model: no request is made. */
export function reachablePages(web: Web, options: WalkOptions): ReachablePage[] {
  const {
    userAgent = 'mayfly',
    within = () => true,
    robotsSitemaps = true,
    limit = 200_000,
  } = options;
  const depths = new Map<string, number>();
  const twins = new Map<string, string>();
  const rules = new Map<string, RobotsRules>();
  const pages: ReachablePage[] = [];
  const hear = (urls: readonly string[], depth: number): void => {
    for (const url of urls) if (!depths.has(url) && within(url)) depths.set(url, depth);
  };
  hear(options.seeds.map(normal), 0);
  // A Map goes on to what is added while it is walked, which makes this breadth first.
  for (const [url, depth] of depths) {
    if (pages.length === limit) throw new RangeError(`more than ${limit} pages`);
    const { host, pathname, search } = new URL(url);
    if (!rules.has(host)) {
      rules.set(
        host,
        rulesOf(host, userAgent, (name) => web.robots(name)),
      );
      if (robotsSitemaps) hear(sitemapsOf(web, host), depth + 1);
    }
    if (!rules.get(host)!.allows(pathname + search)) {
      pages.push({ url, depth, expected: 'robots-disallowed' });
      continue;
    }
    const resource = web.resource(url);
    if (resource?.location !== undefined) hear([normal(resource.location)], depth + 1);
    if (resource?.status === 200) hear(resource.links, depth + 1);
    pages.push({ url, depth, ...ending(url, resource, twins) });
  }
  return pages;
}

function ending(
  url: string,
  resource: Resource | undefined,
  twins: Map<string, string>,
): Omit<ReachablePage, 'url' | 'depth'> {
  if (resource === undefined) return { expected: 'unforeseen' };
  const { kind, status, location } = resource;
  if (location !== undefined) return { expected: 'redirect', kind, status, location };
  if (status !== 200) return { expected: failed(status), kind, status };
  const sha256 = hash('sha256', resource.body);
  const document = { kind, status, sha256, bytes: Buffer.byteLength(resource.body) };
  const duplicateOf = twins.get(sha256);
  if (duplicateOf !== undefined) return { expected: 'duplicate', duplicateOf, ...document };
  twins.set(sha256, url);
  return { expected: 'ok', ...document };
}

function failed(status: number): Expected {
  if (status === 404 || status === 410) return 'gone';
  return status >= 500 || status === 429 ? 'error' : 'refused';
}

function sitemapsOf(web: Web, host: string): string[] {
  const answer = web.robots(host);
  return 'text' in answer ? sitemapLines(answer.text).map(normal) : [];
}

function normal(url: string): string {
  const parsed = new URL(url);
  parsed.hash = '';
  return parsed.href;
}
