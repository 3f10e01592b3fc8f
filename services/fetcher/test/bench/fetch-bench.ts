import { systemClock } from '@mayfly/clock';
import { type AgentRules, parseRobots } from '@mayfly/robots';
import { loadConfig } from '../../src/config.ts';
import { type Fetching, fetchPage } from '../../src/core/fetch-page.ts';
import type { Attempt } from '../../src/core/ports.ts';
import type { Task } from '../../src/core/task.ts';
import { openWeb } from '../../src/http/open-web.ts';
import { AGENT, userAgentOf } from '../../src/http/user-agent.ts';
import { taskOf } from '../support/tasks.ts';

/** Rules as a news site has them: some for everybody, some of them with wildcards. */
const ROBOTS = `User-agent: *
Disallow: /search
Disallow: /*?print=
Disallow: /admin/
Disallow: /*.pdf$
Allow: /admin/help
Crawl-delay: 1

User-agent: otherbot
Disallow: /
`;

/** What a read document is made of here: reading is measured elsewhere. */
const READ = {
  ...({ kind: 'html', mediaType: 'text/html', title: '', truncated: false, linkCount: 0 } as const),
  text: new Uint8Array(),
  links: new Uint8Array(),
  facts: new Uint8Array(),
};

/** The fetcher's way from a lease to a body, with everything on: rules, guards, limits, unpacking. */
export interface FetchBench extends AsyncDisposable {
  readonly userAgent: string;
  /** How many bytes the page has, unpacked; -1 where it did not come. */
  fetchBytes(url: string): Promise<number>;
}

/** Opens it for private addresses of this machine. */
export function openFetchBench(): FetchBench {
  const { web } = loadConfig({ FETCHER_PRIVATE_CIDRS: '127.0.0.0/8' });
  const userAgent = userAgentOf('bench', 'bench@example.org');
  const toWeb = openWeb(web, { clock: systemClock, userAgent });
  const rules = new Map<string, AgentRules>();
  const find = async (origin: string): Promise<AgentRules> => {
    const known = rules.get(origin) ?? parseRobots(ROBOTS).for(AGENT);
    rules.set(origin, known);
    return known;
  };
  const fetching: Fetching = {
    robots: { find, save: async () => {} },
    read: async () => READ,
    deadlineOf: () => systemClock.monotonicMs() + web.timeoutMs,
    ...{ maxBodyBytes: web.maxBodyBytes, cutBodies: false, clock: systemClock },
  };
  // Leases come from the frontier with URLs that it has read.
  const tasks = new Map<string, Task>();
  const { signal } = new AbortController();
  const get: Attempt['get'] = (request) => toWeb.get(request, signal);
  const end = async (): Promise<void> => {};
  return {
    userAgent,
    fetchBytes: async (url) => {
      const task = tasks.get(url) ?? taskOf(url, { robotsAttempt: 1 });
      tasks.set(url, task);
      const ended = await fetchPage({ task, endsMs: Infinity, get, end }, fetching);
      return ended === false ? -1 : (ended.document?.body.length ?? -1);
    },
    [Symbol.asyncDispose]: () => toWeb.close(),
  };
}
