import { hash } from 'node:crypto';
import type { Clock } from '@mayfly/clock';
import type { CreateCrawlRequest, CreateCrawlResponse } from '@mayfly/contracts/scheduler/v1';
import { CrawlError } from '@mayfly/errors';
import { hostOf, normaliseUrl, siteOf, type Url } from '@mayfly/url';
import { BY_HAND, type Crawl, type Settings } from '../core/crawl.ts';
import type { CrawlBook } from '../core/ports.ts';
import { crawlCreated } from '../events.ts';
import { checkCount, checkName, invalid } from './check-request.ts';
import { crawlMessage } from './crawl-message.ts';
import { checkSettings } from './settings-check.ts';

const MOST_SEEDS = 10_000;

export const createCrawl =
  (deps: { readonly crawls: CrawlBook; readonly clock: Clock; readonly wake: () => void }) =>
  async (request: CreateCrawlRequest): Promise<CreateCrawlResponse> => {
    const { crawls, clock } = deps;
    checkName('name', request.name);
    if (request.name === BY_HAND) throw invalid('name', 'by-hand is taken');
    checkCount('seeds', request.seeds.length, MOST_SEEDS);
    const given = checkSettings(request.settings);
    const seeds = [...new Set(request.seeds.map(seedOf))];
    const submittedMs = clock.nowMs();
    const wished = newCrawl(request.name, { ...given, scope: given.scope ?? scopeOf(seeds) });
    const crawl: Crawl = {
      ...wished,
      digest: hash('sha256', JSON.stringify([given, [...seeds].sort()]), 'hex'),
      scopeIsDefault: given.scope === undefined,
      createdMs: submittedMs,
    };
    const wishes = seeds.map(
      (url) => ({ url, seed: true, submittedMs, state: 'pending' }) as const,
    );
    const there = await crawls.create(crawl, wishes);
    if (there.deleted || there.digest !== crawl.digest) throw exists(there);
    if (there.createdMs === submittedMs) crawlCreated(there.name, seeds.length);
    deps.wake();
    return { crawl: crawlMessage(there, crawls) };
  };

function seedOf(text: string, at: number): Url {
  const normalised = normaliseUrl(text);
  if (normalised.ok) return normalised.url;
  throw new CrawlError('URL_INVALID', `seeds[${at}]: ${normalised.reason}`);
}

function newCrawl(name: string, settings: Settings) {
  return {
    ...{ name, settings, revision: 1, handedOver: 0 },
    ...{ paused: false, deleted: false, ready: true, cleaned: false },
  };
}

/** Sites of the seeds; what they redirect to comes when it is heard of. */
function scopeOf(seeds: readonly Url[]): Settings['scope'] {
  const sites = [...new Set(seeds.map((url) => siteOf(hostOf(url))))];
  return { sites, hosts: [], prefixes: [] };
}

function exists({ name, deleted }: Crawl): CrawlError {
  return new CrawlError(
    'CRAWL_EXISTS',
    deleted
      ? `name: ${name} is still being deleted; come again in a moment`
      : `name: there is a crawl ${name} with other settings or seeds`,
  );
}
