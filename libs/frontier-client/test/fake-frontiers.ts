import { systemClock } from '@mayfly/clock';
import {
  type Crawl,
  FrontierServiceDefinition,
  type GetLedgerResponse,
  type UrlExplanation,
  WaitKind,
} from '@mayfly/contracts/frontier/v1';
import { CrawlError } from '@mayfly/errors';
import { openFrontier } from '@mayfly/frontier-client';
import { type Handlers, openServer, type RunningServer, serve } from '@mayfly/grpc';
import { bucketOf, type HostKey, hostOf, type Url } from '@mayfly/url';

export const BUCKETS = 8;

/** Some replicas of a frontier that know little more than who owns what. */
export interface FakeFrontiers extends AsyncDisposable {
  readonly target: string;
  readonly frontier: Awaited<ReturnType<typeof openFrontier>>;
  /** The replica of each bucket; undefined where it has none. */
  readonly ownerOf: (number | undefined)[];
  /** What each replica counts. */
  readonly ledgers: Partial<GetLedgerResponse>[];
  /** Buckets that each counted, where it is not what it owns. */
  readonly counted: Map<number, number>;
  readonly crawls: Crawl[][];
  /** Called before each ledger is read. */
  onLedger: (replica: number) => void;
}

export const EMPTY: GetLedgerResponse = {
  ...{ known: 0, parked: 0, waiting: 0, leased: 0, atRest: [], pages: 0, refused: [] },
  ...{ leasesGiven: 0, leasesSettled: 0, leasesReleased: 0, leasesExpired: 0, leasesOut: 0 },
  ...{ deferredHosts: [], deferred: 0, buckets: 0 },
};

export async function openFrontiers(replicas: number): Promise<FakeFrontiers> {
  const servers: RunningServer[] = [];
  const fake = {
    ownerOf: Array.from({ length: BUCKETS }, (_, bucket) => bucket % replicas),
    ledgers: Array.from({ length: replicas }, () => ({})),
    counted: new Map<number, number>(),
    crawls: Array.from({ length: replicas }, (): Crawl[] => []),
    onLedger: (_: number) => {},
  };
  for (let replica = 0; replica < replicas; replica += 1) {
    servers.push(await openReplica(handlersOf(fake, servers, replica)));
  }
  const target = `ipv4:${servers.map(({ address }) => address).join(',')}`;
  const timing = { clock: systemClock, random: Math.random };
  const frontier = await openFrontier({ service: 'test', target, ...timing });
  return Object.assign(fake, {
    ...{ target, frontier },
    [Symbol.asyncDispose]: async () => {
      await frontier.close();
      for (const each of servers) await each.close({ drainMs: 0, goodbyeMs: 0 });
    },
  });
}

type Fake = Pick<FakeFrontiers, 'ownerOf' | 'ledgers' | 'counted' | 'crawls' | 'onLedger'>;

function handlersOf(
  fake: Fake,
  servers: readonly RunningServer[],
  replica: number,
): Partial<Handlers<FrontierServiceDefinition>> {
  const bucketOfUrl = (url: string) => bucketOf(hostOf(url as Url)) % BUCKETS;
  return {
    getBuckets: async () => ({
      ...{ buckets: BUCKETS, replica: `r${replica}` },
      ranges: fake.ownerOf.flatMap((owner, bucket) =>
        owner === undefined
          ? []
          : [
              {
                ...{ first: bucket, last: bucket, replica: `r${owner}`, epoch: 1 },
                address: servers[owner]!.address,
              },
            ],
      ),
    }),
    getLedger: async () => {
      fake.onLedger(replica);
      const owned = fake.ownerOf.filter((owner) => owner === replica).length;
      const buckets = fake.counted.get(replica) ?? owned;
      return { ...EMPTY, ...fake.ledgers[replica], buckets };
    },
    putCrawls: async ({ crawls }) => {
      fake.crawls[replica]!.push(...crawls);
      return { revisions: crawls.map(({ revision }) => revision - (replica === 0 ? 0 : 1)) };
    },
    explainUrls: async ({ urls }) => {
      const isMine = (url: string) => fake.ownerOf[bucketOfUrl(url)] === replica;
      return {
        explanations: urls.map((url) => explanationOf(url, isMine(url))),
        owners: urls
          .filter((url) => !isMine(url))
          .map((url) => {
            const owner = fake.ownerOf[bucketOfUrl(url)];
            const address = owner === undefined ? '' : servers[owner]!.address;
            return { bucket: bucketOfUrl(url), address, epoch: 1 };
          }),
      };
    },
    getHost: async ({ host }) => {
      const owner = fake.ownerOf[bucketOf(host as HostKey) % BUCKETS];
      if (owner !== replica) throw new CrawlError('NOT_OWNER', 'of another replica');
      return {
        ...{ host, known: true, restReason: 1, leasesOut: 0, lastAttempt: 0, failures: 0 },
        ...{ tripped: false, address: '', server: '', novelty: 1, urlQuota: 1, crawlManners: [] },
      };
    },
    getUrls: async ({ urls }) => ({ urls: urls.map(infoOf) }),
  };
}

const infoOf = (url: string) => ({ url, depth: 0, hops: 0, failures: 0, group: '' });

function explanationOf(url: string, isMine: boolean): UrlExplanation {
  const kind = isMine ? WaitKind.WAIT_KIND_PARKED : WaitKind.WAIT_KIND_NOT_OWNER;
  const wait = { kind, restReason: 0, rule: '', whose: '', ahead: 0, aheadIsLeast: false } as const;
  return { url: infoOf(url), waits: [wait] };
}

function openReplica(handlers: Partial<Handlers<FrontierServiceDefinition>>) {
  const refuse = () => Promise.reject(new CrawlError('RPC_UNKNOWN', 'not played here'));
  const names = Object.keys(FrontierServiceDefinition.methods);
  const all = { ...Object.fromEntries(names.map((name) => [name, refuse])), ...handlers };
  return openServer({
    ...{ service: 'frontier', address: { host: '127.0.0.1', port: 0 }, random: Math.random },
    services: [serve(FrontierServiceDefinition, all as Handlers<FrontierServiceDefinition>)],
  });
}
