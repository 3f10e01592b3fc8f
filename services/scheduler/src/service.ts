import { randomBytes } from 'node:crypto';
import { type Clock, systemClock } from '@mayfly/clock';
import { DeadLetterServiceDefinition } from '@mayfly/contracts/deadletters/v1';
import { SchedulerServiceDefinition } from '@mayfly/contracts/scheduler/v1';
import { deadLetterRpc } from '@mayfly/dead-letters';
import { clusterEngines, type Engines } from '@mayfly/engines';
import { documentsRecorded, fetchesEnded, visitsReported } from '@mayfly/events';
import { openServer, serve } from '@mayfly/grpc';
import type { Closer } from '@mayfly/lifecycle';
import { type Ownership, takeOwnership } from '@mayfly/ownership';
import type { Store } from '@mayfly/store';
import type { Stream } from '@mayfly/stream';
import { logOf, tracerOf } from '@mayfly/telemetry';
import type { SchedulerConfig } from './config.ts';
import { type Clients, openClients } from './clients/open-clients.ts';
import type { PageStory, PlanDesk } from './core/plan-desk.ts';
import { PlanInterest } from './core/planning/plan-interest.ts';
import type { Discovered, Interest } from './core/visit-ports.ts';
import { WatchHub } from './core/watch-hub.ts';
import { schedulerListens } from './events.ts';
import { openAsking } from './open-asking.ts';
import { type Door, openDoor } from './open-door.ts';
import { openVisits, type Visits } from './open-visits.ts';
import { openWork, type Work } from './open-work.ts';
import { schedulerRpc } from './rpc/scheduler-rpc.ts';
import { type Books, openBooks, TABLES } from './store/books.ts';
import { BUCKETS } from './store/buckets.ts';
import { ownersTable } from './store/owners-table.ts';
import { onDocumentRecorded } from './streams/on-document-recorded.ts';
import { onVisitsReported } from './streams/on-visits-reported.ts';

const SERVICE = 'scheduler';
const DOCUMENTS = { topic: documentsRecorded, group: SERVICE };
const VISITS = { topic: visitsReported, group: SERVICE };

/** What one call of the stream door takes: about what one write does. */
const BATCH = { maxBatch: 300, maxBatchBytes: 2_000_000 };

/** Fewer messages: each may bring a row for every day that visits are taken of. */
const VISIT_BATCH = { maxBatch: 100, maxBatchBytes: 2_000_000 };

/** The tables that this service owns, for `mayfly prepare`. */
export { TABLES };

/** Where it answers. */
export interface OpenScheduler {
  readonly port: number;
  readonly address: string;
  /** What people ask of plans. */
  readonly desk: PlanDesk;
}

/** What the process around it hands in. */
export interface SchedulerAround {
  readonly clock?: Clock;
  /** Who learns from visits beside the counts. */
  readonly interest?: readonly Interest[];
  /** Who is told when pages are found and stored. */
  readonly stories?: readonly PageStory[];
}

export async function openScheduler(
  config: SchedulerConfig,
  closer: Closer,
  engines: Engines = clusterEngines(config.cluster, {
    ...{ service: SERVICE, clock: systemClock, random: Math.random },
  }),
  { clock = systemClock, interest = [], stories = [] }: SchedulerAround = {},
): Promise<OpenScheduler> {
  const store = await engines.openStore(TABLES);
  closer.add('store', store, () => store.close());
  const ownership = await own(store, engines.exclusive, closer);
  const nowMs = () => clock.nowMs();
  const books = await openBooks(store, ownership, {
    ...{ randomBytes, random: Math.random, nowMs, plans: config.plans },
  });
  const stream = await engines.openStream([fetchesEnded, documentsRecorded, visitsReported]);
  closer.add('stream', stream, () => stream.close());
  const clients = await openClients(config, { clock, random: Math.random }, closer);
  const hub = new WatchHub();
  const parts = { config, books, clients, hub, stream, clock };
  const asking = openAsking(books, clients);
  const { planners } = books;
  for (const { name } of books.crawls.all()) await planners.open(name);
  const door = await openDoor({ ...parts, desk: () => work.desk });
  const learning = [new PlanInterest(planners), door.quality, ...interest];
  const discovered: Discovered = (crawl, found) => planners.peek(crawl)?.discovered(found, nowMs());
  const visits = await openVisits({ ...parts, asking, interest: learning, discovered });
  const work = openWork({ ...parts, asking, visits, stories: [door.quality, ...stories] });
  const server = await openDoors({ ...parts, work, visits, door });
  closer.add('server', server, () => server.close(config.grpc.closing));
  server.setServing(true);
  closer.add('health', server, () => server.setServing(false));
  closer.add('quality', undefined, () => door.save());
  await consume({ stream, hub, clock, work, visits }, closer);
  const stop = work.start();
  closer.add('loops', undefined, stop);
  closer.add('loops of the door', undefined, door.start());
  schedulerListens(server.port, server.healthPort);
  return { port: server.port, address: server.address, desk: work.desk };
}

async function consume(
  parts: {
    readonly stream: Stream;
    readonly hub: WatchHub;
    readonly clock: Clock;
    readonly work: Work;
    readonly visits: Visits;
  },
  closer: Closer,
): Promise<void> {
  const { stream, hub, clock, work, visits } = parts;
  const tracer = tracerOf(SERVICE);
  const documents = await stream.consume({
    ...{ ...DOCUMENTS, ...BATCH, tracer },
    handle: onDocumentRecorded({ following: work.following, hub, nowMs: () => clock.nowMs() }),
  });
  closer.add('consumer', documents, () => documents.stop());
  const reports = await stream.consume({
    ...{ ...VISITS, ...VISIT_BATCH, tracer },
    handle: onVisitsReported({ counting: visits.counting }),
  });
  closer.add('consumer of visits', reports, () => reports.stop());
}

function openDoors(parts: {
  readonly config: SchedulerConfig;
  readonly books: Books;
  readonly clients: Clients;
  readonly hub: WatchHub;
  readonly stream: Stream;
  readonly clock: Clock;
  readonly work: Work;
  readonly visits: Visits;
  readonly door: Door;
}) {
  const { config, books, clients, hub, stream, clock, work, door } = parts;
  const { taking } = parts.visits;
  const { lastLag, desk } = work;
  const wake = () => {
    work.wake();
    door.wake();
  };
  const handlers = schedulerRpc({
    ...{ ...books, ...clients, hub, clock, lastLag, wake, taking },
    ...{ desk, quality: door.quality },
  });
  return openServer({
    ...config.grpc.server,
    service: SERVICE,
    services: [
      serve(SchedulerServiceDefinition, handlers),
      serve(DeadLetterServiceDefinition, deadLetterRpc({ stream, topics: [DOCUMENTS, VISITS] })),
    ],
    clock: systemClock,
    random: Math.random,
  });
}

/** One scheduler writes these tables. When another takes them, an error that nobody catches ends this one. */
async function own(store: Store, exclusive: boolean, closer: Closer): Promise<Ownership> {
  const ownership = await takeOwnership({
    ...{ store, table: ownersTable, buckets: BUCKETS, exclusive },
    instance: `${SERVICE} ${process.pid}`,
    clock: systemClock,
    log: logOf(SERVICE),
  });
  closer.add('ownership', ownership, () => ownership.release());
  ownership.lost.addEventListener('abort', () => {
    process.nextTick(() => {
      throw ownership.lost.reason as Error;
    });
  });
  return ownership;
}
