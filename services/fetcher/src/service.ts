import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { systemClock } from '@mayfly/clock';
import { DocumentStoreServiceDefinition } from '@mayfly/contracts/documentstore/v1';
import { FetcherServiceDefinition } from '@mayfly/contracts/fetcher/v1';
import { clusterEngines, type Engines } from '@mayfly/engines';
import { fetchesEnded } from '@mayfly/events';
import { openFrontier } from '@mayfly/frontier-client';
import { openClient, openServer, serve } from '@mayfly/grpc';
import { type Closer, Loop } from '@mayfly/lifecycle';
import { logOf, tracerOf } from '@mayfly/telemetry';
import { Attempts } from './attempts/attempts.ts';
import { shownEnd } from './attempts/contract-words.ts';
import { fetchByHand } from './attempts/fetch-by-hand.ts';
import { keepLeases } from './attempts/lease-keeper.ts';
import { putContent } from './clients/document-store-client.ts';
import { frontierClient, type OpenFrontier } from './clients/frontier-client.ts';
import type { FetcherConfig } from './config.ts';
import { fetcherListens, TELEMETRY } from './events.ts';
import { openWeb } from './http/open-web.ts';
import { AGENT, userAgentOf } from './http/user-agent.ts';
import { FetchLoop } from './loops/fetch-loop.ts';
import { holdBack } from './loops/hold-back.ts';
import { sweepRobots } from './loops/sweep-robots.ts';
import { ReadPool } from './reading/read-pool.ts';
import { readRobotsFile } from './reading/read-robots.ts';
import { fetcherRpc } from './rpc/fetcher-rpc.ts';
import { RobotsTable, robotsTable } from './store/robots-table.ts';
import { publishFetchEnded } from './streams/publish-fetch-ended.ts';

/** The tables of the fetcher, for `mayfly prepare`. */
export const TABLES = [robotsTable];

/** A fetcher that runs. */
export interface OpenFetcher {
  readonly port: number;
  readonly address: string;
}

const SERVICE = 'fetcher';
const clock = systemClock;
/** The longest that the frontier lets anybody wait: the host of a redirect may rest as long. */
const HOP_WAIT_MS = 60_000;
const KEEP_EVERY_MS = 1_000;
const HELD_BACK_EVERY_MS = 500;
const SWEEP_EVERY_MS = 3_600_000;

/** Opens a fetcher; without engines those that its settings name. */
export async function openFetcher(
  config: FetcherConfig,
  closer: Closer,
  engines: Engines = clusterEngines(config.cluster, {
    service: SERVICE,
    clock,
    random: Math.random,
  }),
): Promise<OpenFetcher> {
  const fetcherId = config.fetcherId ?? `${shortHostName()}-${randomUUID().slice(0, 8)}`;
  const store = closer.add('store', await engines.openStore(TABLES), (each) => each.close());
  const stream = closer.add('stream', await engines.openStream([fetchesEnded]), (each) =>
    each.close(),
  );
  const { frontier, put } = await openClients(config, closer, fetcherId);
  const userAgent = userAgentOf(ownVersion(), config.web.contact);
  const toWeb = closer.add('connections', openWeb(config.web, { clock, userAgent }), (each) =>
    each.close(),
  );
  const reader = closer.add('readers', openReader(config), (each) => each.close());
  const { web, leases } = config;
  const robots = new RobotsTable(store, { clock, maxAgeMs: web.robotsMaxAgeMs });
  const attempts = new Attempts({
    frontier,
    publish: publishFetchEnded({ stream, put, fetcherId, clock }),
    get: toWeb.get,
    robots,
    read: reader.read,
    readRobots: readRobotsFile,
    clock,
    tracer: tracerOf(SERVICE),
    agent: AGENT,
    settings: {
      timeoutMs: web.timeoutMs,
      leaseMarginMs: leases.marginMs,
      maxBodyBytes: web.maxBodyBytes,
      cutBodies: web.largeBodies === 'truncate',
      robotsMaxAgeMs: web.robotsMaxAgeMs,
      hopWaitMs: HOP_WAIT_MS,
    },
  });
  const loop = new FetchLoop({
    ...{ frontier, attempts, clock, maxLeases: leases.maxLeases, waitMs: leases.waitMs },
    holdBack: holdBack({ stream, clock, ...leases }),
  });
  const rpc = fetcherRpc({
    fetchNow: fetchByHand({
      frontier,
      attempts,
      publishing: () => stream.publishing(),
      nowMs: () => clock.nowMs(),
    }),
    show: shownEnd,
    ...{ fetcherId, userAgent, maxLeases: leases.maxLeases, attempts, loop },
  });
  const server = await openServer({
    ...config.grpc.server,
    service: SERVICE,
    services: [serve(FetcherServiceDefinition, rpc)],
    clock,
    random: Math.random,
  });
  closer.add('server', server, () => server.close(config.grpc.closing));
  server.setServing(true);
  closer.add('health', server, () => server.setServing(false));
  startLoops({ config, closer, frontier, attempts, loop, robots });
  fetcherListens({ port: server.port, healthPort: server.healthPort, fetcherId, userAgent });
  return { port: server.port, address: server.address };
}

async function openClients(config: FetcherConfig, closer: Closer, fetcherId: string) {
  const { frontierTarget, documentStoreTarget, grpc } = config;
  const options = { service: SERVICE, tls: grpc.clientTls, clock };
  const frontier = await openFrontier({
    ...{ ...options, target: frontierTarget, random: Math.random },
  });
  closer.add('frontier client', frontier, (each) => each.close());
  const documents = await openClient(DocumentStoreServiceDefinition, {
    ...options,
    target: documentStoreTarget,
  });
  closer.add('document-store client', documents, (each) => each.close());
  const tracer = tracerOf(SERVICE);
  const settleSpan = TELEMETRY.settle.name;
  return {
    frontier: frontierClient({ frontier, fetcherId, clock, tracer, settleSpan }),
    put: putContent(documents),
  };
}

function openReader({ reading }: FetcherConfig): ReadPool {
  const maxMemoryMb = Math.round(reading.maxMemoryBytes / 1_048_576);
  return new ReadPool({ ...reading, maxMemoryMb });
}

interface LoopParts {
  readonly config: FetcherConfig;
  readonly closer: Closer;
  readonly frontier: OpenFrontier;
  readonly attempts: Attempts;
  readonly loop: FetchLoop;
  readonly robots: RobotsTable;
}

/** They stop in the other order: first no more leases, then what runs comes to its end, its leases kept meanwhile. */
function startLoops({ config, closer, frontier, attempts, loop, robots }: LoopParts): void {
  const log = logOf(SERVICE);
  const sweeping = new Loop({
    ...{ name: 'sweep-robots', everyMs: SWEEP_EVERY_MS, clock, log },
    turn: sweepRobots(() => robots.sweep()),
  });
  closer.add('sweep loop', sweeping, (each) => each.stop());
  const keeper = new Loop({
    ...{ name: 'keep-leases', everyMs: KEEP_EVERY_MS, clock, log },
    turn: () => keepLeases({ attempts, frontier, clock }),
  });
  closer.add('lease keeper', keeper, (each) => each.stop());
  closer.add('attempts', attempts, (each) => each.drain(config.drainMs));
  closer.add('leases on their way', frontier, (each) => each.close());
  const fetching = new Loop({
    ...{ name: 'fetch', everyMs: HELD_BACK_EVERY_MS, clock, log },
    turn: loop.turn,
  });
  closer.add('fetch loop', fetching, (each) => each.stop());
}

/** The part of a host name that an id may hold. */
function shortHostName(): string {
  return (
    hostname()
      .replace(/[^\w.-]/g, '-')
      .slice(0, 80) || SERVICE
  );
}

/** Sites are told which version asks. */
function ownVersion(): string {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}
