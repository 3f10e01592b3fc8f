import { UsageError } from '@mayfly/command-line';
import type { Settings } from '@mayfly/contracts/crawl/v1';
import { durationOf } from '@mayfly/grpc';
import { hostOf, type Url } from '@mayfly/url';
import type { CrawlOptions } from './crawl-options.ts';
import { POLICIES } from './crawl-policy.ts';

/** What a run shall crawl. */
export interface CrawlPlan {
  readonly name: string;
  readonly seeds: readonly string[];
  readonly settings: Settings;
}

const DEMO_REVISIT_MS = 20_000;
/** Our own demo world does not mind; a crawl of the web rests as the frontier's settings say. */
const DEMO_DELAY_MS = 200;
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/;

/** Whether a URL leads to this very machine. */
export function isOnLoopback(url: string): boolean {
  return LOOPBACK.test(hostOf(url as Url));
}

/** The crawl of the demo world: it never ends by itself, since new articles appear. */
export function demoPlan(options: CrawlOptions, hosts: readonly string[]): CrawlPlan {
  return {
    name: options.name ?? 'demo',
    seeds: hosts.map((host) => `http://${host}/`),
    settings: {
      ...bare(options),
      scope: { sites: [], hosts: [...hosts], prefixes: [], domains: [] },
      private: true,
      manners: { delay: durationOf(DEMO_DELAY_MS) },
      ...revisits(options.revisitMs ?? (options.world.frozen ? undefined : DEMO_REVISIT_MS)),
    },
  };
}

/** The crawl of what was given by name. */
export function givenPlan(options: CrawlOptions): CrawlPlan {
  const { name, seeds, deny, allow } = options;
  const local = seeds.filter(isOnLoopback);
  if (local.length > 0 && local.length < seeds.length) {
    throw new UsageError(
      `URL: ${local[0]} is on this machine and others are not; crawl them apart, since no page of theirs may lead here`,
    );
  }
  const first = hostOf(seeds[0]! as Url);
  return {
    name:
      name ??
      first
        .replaceAll(/[^a-z0-9]+/g, '-')
        .replaceAll(/^-+|-+$/g, '')
        .slice(0, 63),
    seeds,
    settings: {
      ...bare(options),
      private: local.length > 0,
      ...revisits(options.revisitMs),
      ...(deny.length + allow.length > 0 && { urlRules: { deny: [...deny], allow: [...allow] } }),
    },
  };
}

function revisits(revisitMs: number | undefined): Pick<Settings, 'revisitInterval'> {
  return revisitMs === undefined ? {} : { revisitInterval: durationOf(revisitMs) };
}

function bare({ policy }: CrawlOptions): Settings {
  return { policy: POLICIES[policy], private: false };
}
