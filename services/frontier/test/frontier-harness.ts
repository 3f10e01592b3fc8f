import { FrontierServiceDefinition } from '@mayfly/contracts/frontier/v1';
import { type RequestKind } from '@mayfly/contracts/crawl/v1';
import type { Crawl, Lease, Settlement, Submission } from '@mayfly/contracts/frontier/v1';
import { type Client, durationOf, openClient, type OpenClient } from '@mayfly/grpc';
import { Closer } from '@mayfly/lifecycle';
import type { TestEngines } from '@mayfly/service-testing';
import { type FrontierChance, loadConfig, openFrontier } from '../src/service.ts';

export type FrontierClient = Client<FrontierServiceDefinition>;

/** A frontier with a client. */
export interface TestFrontier extends AsyncDisposable {
  readonly client: FrontierClient;
  /** Stops it as SIGTERM would. */
  stop(): Promise<void>;
  /** Stops its server while the client stays. */
  drain(): Promise<void>;
}

const QUICK = {
  FRONTIER_GRPC_ADDRESS: '127.0.0.1:0',
  FRONTIER_HOST_DELAY_MS: '0',
  FRONTIER_BUSY_FACTOR: '0',
  FRONTIER_OBEY_ROBOTS: 'false',
  FRONTIER_REQUESTS_PER_SECOND: '100000',
  // So that both kinds of rows are met at every host.
  FRONTIER_HASHED_ROWS: '2',
  FRONTIER_RETRY_MS: '50',
  FRONTIER_BACKOFF_MS: '50',
};

/** Opens a frontier on those engines; without manners unless the settings say otherwise. */
export async function startFrontier(
  engines: TestEngines,
  settings: Readonly<Record<string, string>> = {},
  over: FrontierChance = {},
): Promise<TestFrontier> {
  const closer = new Closer();
  const config = loadConfig({ ...QUICK, ...settings });
  const chance = { random: () => 0.5, ...over };
  let client: FrontierClient & OpenClient;
  const stop = async () => {
    await client?.close();
    await closer.close();
    await engines.shutDown();
  };
  try {
    const { address } = await openFrontier(config, closer, await engines.open(), chance);
    client = await openClient(FrontierServiceDefinition, {
      service: 'frontier-test',
      target: `dns:///${address}`,
      deadlineMs: 20_000,
    });
    return { client, stop, drain: () => closer.close(), [Symbol.asyncDispose]: stop };
  } catch (error) {
    await closer.close();
    await engines.shutDown();
    throw error;
  }
}

/** A crawl of everything under `.test`, unless told otherwise. */
export function crawlOf(
  name: string,
  over: Omit<Partial<Crawl>, 'settings'> & {
    readonly settings?: Partial<NonNullable<Crawl['settings']>>;
  } = {},
): Crawl {
  const scope = { sites: SITES, hosts: [], prefixes: [], domains: [] };
  return {
    name,
    revision: 1,
    paused: false,
    deleted: false,
    ...over,
    settings: { scope, policy: 1, private: false, ...over.settings },
  };
}

const SITES = [
  ...Array.from({ length: 60 }, (_, at) => `h${at}.test`),
  'a.test',
  'b.test',
  'c.test',
];

export function submissionOf(url: string, over: Partial<Submission> = {}): Submission {
  return {
    crawl: 'news',
    url,
    discoverer: { source: 'submit', attempt: 0 },
    depth: 0,
    hops: 0,
    seed: false,
    minRevision: 0,
    group: '',
    ...over,
  };
}

/** Submits URLs that wait. */
export async function submitWaiting(
  client: FrontierClient,
  urls: readonly string[],
  over: Partial<Submission> = {},
): Promise<void> {
  await client.submitUrls({
    submissions: urls.map((url) => submissionOf(url, { priority: 1, ...over })),
    defaults: undefined,
  });
}

export async function lease(
  client: FrontierClient,
  { max = 1, waitMs = 10_000, fetcher = 'f1', named = [] as NamedInput[] } = {},
): Promise<Lease[]> {
  const wait = durationOf(waitMs);
  const request = { fetcherId: fetcher, maxLeases: max, wait };
  const { leases } = await client.leaseUrls({
    ...request,
    named: named.map((one) => ({ crawl: '', afterLeaseId: '', ...one })),
  });
  return leases;
}

interface NamedInput {
  readonly url: string;
  readonly kind: RequestKind;
  readonly crawl?: string;
  readonly afterLeaseId?: string;
}

/** Leases of one URL, which must come. */
export async function leaseOne(
  client: FrontierClient,
  options: Parameters<typeof lease>[1] = {},
): Promise<Lease> {
  const [one] = await lease(client, options);
  if (one === undefined) throw new Error('no lease came');
  return one;
}

export async function settle(
  client: FrontierClient,
  { leaseId }: Pick<Lease, 'leaseId'>,
  over: Partial<Settlement> = {},
): Promise<number> {
  const { answers } = await client.settleLeases({
    settlements: [{ leaseId, outcome: 1, address: '', ...over }],
  });
  return answers[0] ?? 0;
}

export async function urlInfo(client: FrontierClient, url: string, crawl = 'news') {
  const { urls } = await client.getUrls({ crawl, urls: [url] });
  if (urls[0] === undefined) throw new Error('no answer');
  return urls[0];
}

/** The books, which must balance whenever they are read. */
export async function ledgerOf(client: FrontierClient, crawl?: string) {
  const ledger = await client.getLedger({ crawl });
  const atRest = ledger.atRest.reduce((sum, { urls }) => sum + urls, 0);
  const { known, parked, waiting, leased } = ledger;
  if (known !== parked + waiting + leased + atRest) {
    throw new Error(`URLs do not add up: ${JSON.stringify(ledger)}`);
  }
  const { leasesGiven, leasesSettled, leasesReleased, leasesExpired, leasesOut } = ledger;
  if (leasesGiven !== leasesSettled + leasesReleased + leasesExpired + leasesOut) {
    throw new Error(`leases do not add up: ${JSON.stringify(ledger)}`);
  }
  return ledger;
}
