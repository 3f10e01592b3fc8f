import { type Clock, systemClock } from '@mayfly/clock';
import { DeadLetterServiceDefinition } from '@mayfly/contracts/deadletters/v1';
import { SchedulerServiceDefinition } from '@mayfly/contracts/scheduler/v1';
import { deadLetterRpc } from '@mayfly/dead-letters';
import { clusterEngines, type Engines } from '@mayfly/engines';
import { documentsRecorded, fetchesEnded } from '@mayfly/events';
import { openServer, serve } from '@mayfly/grpc';
import type { Closer } from '@mayfly/lifecycle';
import { type Ownership, takeOwnership } from '@mayfly/ownership';
import type { Store } from '@mayfly/store';
import type { Stream } from '@mayfly/stream';
import { logOf, tracerOf } from '@mayfly/telemetry';
import type { SchedulerConfig } from './config.ts';
import { type Clients, openClients } from './clients/open-clients.ts';
import { WatchHub } from './core/watch-hub.ts';
import { schedulerListens } from './events.ts';
import { openWork, type Work } from './open-work.ts';
import { schedulerRpc } from './rpc/scheduler-rpc.ts';
import { type Books, openBooks, TABLES } from './store/books.ts';
import { BUCKETS } from './store/buckets.ts';
import { ownersTable } from './store/owners-table.ts';
import { onDocumentRecorded } from './streams/on-document-recorded.ts';

const SERVICE = 'scheduler';
const CONSUMED = { topic: documentsRecorded, group: SERVICE };

/** What one call of the stream door takes: about what one write does. */
const BATCH = { maxBatch: 300, maxBatchBytes: 2_000_000 };

/** The tables that this service owns, for `mayfly prepare`. */
export { TABLES };

/** Where it answers. */
export interface OpenScheduler {
  readonly port: number;
  readonly address: string;
}

/** What the process around it hands in. */
export interface SchedulerAround {
  readonly clock?: Clock;
}

export async function openScheduler(
  config: SchedulerConfig,
  closer: Closer,
  engines: Engines = clusterEngines(config.cluster, {
    ...{ service: SERVICE, clock: systemClock, random: Math.random },
  }),
  { clock = systemClock }: SchedulerAround = {},
): Promise<OpenScheduler> {
  const store = await engines.openStore(TABLES);
  closer.add('store', store, () => store.close());
  const ownership = await own(store, engines.exclusive, closer);
  const books = await openBooks(store, ownership);
  const stream = await engines.openStream([fetchesEnded, documentsRecorded]);
  closer.add('stream', stream, () => stream.close());
  const clients = await openClients(config, clock, closer);
  const hub = new WatchHub();
  const work = openWork({ config, books, clients, hub, stream, clock });
  const server = await openDoors({ config, books, clients, hub, stream, clock, work });
  closer.add('server', server, () => server.close(config.grpc.closing));
  server.setServing(true);
  closer.add('health', server, () => server.setServing(false));
  const { following } = work;
  const consumer = await stream.consume({
    ...{ ...CONSUMED, ...BATCH, tracer: tracerOf(SERVICE) },
    handle: onDocumentRecorded({ following, hub, nowMs: () => clock.nowMs() }),
  });
  closer.add('consumer', consumer, () => consumer.stop());
  const stop = work.start();
  closer.add('loops', undefined, stop);
  schedulerListens(server.port, server.healthPort);
  return { port: server.port, address: server.address };
}

function openDoors(parts: {
  readonly config: SchedulerConfig;
  readonly books: Books;
  readonly clients: Clients;
  readonly hub: WatchHub;
  readonly stream: Stream;
  readonly clock: Clock;
  readonly work: Work;
}) {
  const { config, books, clients, hub, stream, clock, work } = parts;
  const { wake, lastLag } = work;
  const { readers, reachable } = clients;
  const handlers = schedulerRpc({ ...books, readers, reachable, hub, clock, lastLag, wake });
  return openServer({
    ...config.grpc.server,
    service: SERVICE,
    services: [
      serve(SchedulerServiceDefinition, handlers),
      serve(DeadLetterServiceDefinition, deadLetterRpc({ stream, topics: [CONSUMED] })),
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
