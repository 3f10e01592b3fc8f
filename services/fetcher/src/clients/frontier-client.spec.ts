import { describe, expect, it } from '@jest/globals';
import { systemClock } from '@mayfly/clock';
import {
  type BucketOwner,
  FrontierServiceDefinition,
  LeaseAnswer,
  type Lease,
} from '@mayfly/contracts/frontier/v1';
import { CrawlError } from '@mayfly/errors';
import { openFrontier } from '@mayfly/frontier-client';
import { durationOf, type Handlers, openServer, serve } from '@mayfly/grpc';
import { tracerOf } from '@mayfly/telemetry';
import { bucketOf, type HostKey } from '@mayfly/url';
import type { Task } from '../core/task.ts';
import { frontierClient } from './frontier-client.ts';

const BUCKETS = 2;
const { LEASE_ANSWER_DONE: DONE, LEASE_ANSWER_NOT_OWNER: NOT_OWNER } = LeaseAnswer;

/** Two replicas: each owns every other bucket, and leases are named by their hosts. */
async function twoFrontiers() {
  const told: string[] = [];
  const servers: { address: string; close: () => Promise<void> }[] = [];
  const ownerOf = (host: string) => bucketOf(host as HostKey) % BUCKETS;
  const elsewhere = (hosts: readonly string[], replica: number): BucketOwner[] =>
    hosts
      .map((host) => ownerOf(host))
      .filter((owner) => owner !== replica)
      .map((bucket) => ({ bucket, address: servers[bucket]!.address, epoch: 1 }));
  const answers = (hosts: readonly string[], what: string, replica: number) => {
    const mine = hosts.filter((host) => ownerOf(host) === replica);
    told.push(...mine.map((host) => `${replica} ${what} ${host}`));
    const all = hosts.map((host) => (ownerOf(host) === replica ? DONE : NOT_OWNER));
    return { answers: all, owners: elsewhere(hosts, replica) };
  };
  const handlers = (replica: number): Partial<Handlers<FrontierServiceDefinition>> => ({
    getBuckets: async () => ({
      ...{ buckets: BUCKETS, replica: `${replica}` },
      ranges: servers.map(({ address }, bucket) => ({
        ...{ first: bucket, last: bucket, replica: `${bucket}`, address, epoch: 1 },
      })),
    }),
    settleLeases: async ({ settlements }) =>
      answers(
        settlements.map(({ leaseId }) => leaseId),
        'settles',
        replica,
      ),
    releaseLeases: async ({ releases }) =>
      answers(
        releases.map(({ leaseId }) => leaseId),
        'releases',
        replica,
      ),
    extendLeases: async ({ leaseIds }) => ({
      ...answers(leaseIds, 'extends', replica),
      duration: durationOf(60_000),
    }),
    leaseUrls: async ({ named, maxLeases }) => {
      const hosts = named.map(({ url }) => new URL(url).host);
      const mine = hosts.filter((host) => ownerOf(host) === replica);
      const leases = named.length > 0 ? mine : [`any-of-${replica}.test`].slice(0, maxLeases);
      return { leases: leases.map(leaseOf), owners: elsewhere(hosts, replica) };
    },
  });
  for (const replica of [0, 1]) servers.push(await openReplica(handlers(replica)));
  const frontier = await openFrontier({
    ...{ service: 'test', clock: systemClock, random: Math.random },
    target: `ipv4:${servers.map(({ address }) => address).join(',')}`,
  });
  const client = frontierClient({
    ...{ frontier, fetcherId: 'f', clock: systemClock, tracer: tracerOf('test') },
    settleSpan: 'settle',
  });
  return {
    ...{ client, told, ownerOf },
    [Symbol.asyncDispose]: async () => {
      await client.close();
      await frontier.close();
      for (const each of servers) await each.close();
    },
  };
}

async function openReplica(handlers: Partial<Handlers<FrontierServiceDefinition>>) {
  const refuse = () => Promise.reject(new CrawlError('RPC_UNKNOWN', 'not for a fetcher'));
  const names = Object.keys(FrontierServiceDefinition.methods);
  const all = { ...Object.fromEntries(names.map((name) => [name, refuse])), ...handlers };
  const server = await openServer({
    ...{ service: 'frontier', address: { host: '127.0.0.1', port: 0 }, random: Math.random },
    services: [serve(FrontierServiceDefinition, all as Handlers<FrontierServiceDefinition>)],
  });
  return { address: server.address, close: () => server.close({ drainMs: 0, goodbyeMs: 0 }) };
}

function leaseOf(host: string): Lease {
  return {
    ...{ leaseId: host, url: `http://${host}/`, host, crawl: 'c', attempt: 1, kind: 1, depth: 0 },
    ...{ hops: 0, seed: false, abandon: false, obeyRobots: false, private: false },
    ...{ submitTraceparent: '', fetcherId: 'f', duration: durationOf(1_000) },
  };
}

const HOSTS = Array.from({ length: 8 }, (_, at) => `h${at}.test`);
const held = HOSTS.map((host) => ({ leaseId: host, host: host as HostKey }));

describe('a fetcher before two frontiers', () => {
  it('releases, extends and settles each lease where its host is owned', async () => {
    await using at = await twoFrontiers();
    const { client, told, ownerOf } = at;
    await client.release(held, 'not-attempted');
    const { extended } = await client.extend(held);
    expect(extended).toEqual(HOSTS.map(() => true));
    const settled = await Promise.all(
      held.map((lease) =>
        client.settle({
          ...{ task: lease as Task, robots: undefined, span: undefined },
          end: { outcome: 'ok', timings: {} } as never,
        }),
      ),
    );
    expect(settled).toEqual(HOSTS.map(() => true));
    const wanted = ['releases', 'extends', 'settles'].flatMap((what) =>
      HOSTS.map((host) => `${ownerOf(host)} ${what} ${host}`),
    );
    expect([...told].sort()).toEqual([...wanted].sort());
    expect(new Set(HOSTS.map(ownerOf)).size).toBe(2);
  });

  it('leases what it names at its owner', async () => {
    await using at = await twoFrontiers();
    for (const host of HOSTS) {
      const named = [{ url: `http://${host}/` as Task['url'], kind: 'page' as const }];
      const tasks = await at.client.lease({ max: 1, waitMs: 100, named }, {});
      expect(tasks).toMatchObject([{ host }]);
    }
  });

  it('leases from both', async () => {
    await using at = await twoFrontiers();
    const hosts = new Set<string>();
    for (let turn = 0; turn < 20 && hosts.size < 2; turn += 1) {
      for (const { host } of await at.client.lease({ max: 10, waitMs: 100 }, {})) hosts.add(host);
    }
    expect([...hosts].sort()).toEqual(['any-of-0.test', 'any-of-1.test']);
  });
});
