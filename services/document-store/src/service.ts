import { type Clock, systemClock } from '@mayfly/clock';
import { DeadLetterServiceDefinition } from '@mayfly/contracts/deadletters/v1';
import { DedupServiceDefinition } from '@mayfly/contracts/dedup/v1';
import { DocumentStoreServiceDefinition } from '@mayfly/contracts/documentstore/v1';
import { countDeadLetters, deadLetterRpc } from '@mayfly/dead-letters';
import { clusterEngines, type Engines } from '@mayfly/engines';
import { documentsRecorded, fetchesEnded } from '@mayfly/events';
import { openClient, openServer, Reachability, serve } from '@mayfly/grpc';
import { type Closer, Loop } from '@mayfly/lifecycle';
import { Blobs, type Store } from '@mayfly/store';
import { keyPartition, type Stream } from '@mayfly/stream';
import { logOf, tracerOf } from '@mayfly/telemetry';
import { judgeBy } from './clients/dedup-client.ts';
import type { DocumentStoreConfig } from './config.ts';
import type { Bodies, Judge } from './core/ports.ts';
import { Recording } from './core/recording.ts';
import { documentStoreListens } from './events.ts';
import { sweepUnclaimed } from './loops/sweep-unclaimed.ts';
import { documentStoreRpc } from './rpc/document-store-rpc.ts';
import { attemptsTable } from './store/attempts-table.ts';
import { BODY_TABLES, bodyBlobs } from './store/bodies-table.ts';
import { BodyRows } from './store/body-rows.ts';
import { sweepBodies } from './store/body-sweep.ts';
import { DocumentRows } from './store/document-rows.ts';
import { documentsTable } from './store/documents-table.ts';
import { ledgerIn, ledgerTable } from './store/ledger-table.ts';
import { versionsTable } from './store/versions-table.ts';
import { onFetchEnded } from './streams/on-fetch-ended.ts';
import { announcer } from './streams/publish-recorded.ts';

/** What `mayfly prepare` makes before the document-store starts. */
export const TABLES = [
  ...[documentsTable, versionsTable, attemptsTable, ledgerTable],
  ...BODY_TABLES,
] as const;

/** A document-store that answers. */
export interface OpenDocumentStore {
  readonly port: number;
  readonly address: string;
}

const SERVICE = 'document-store';
/** Larger ones are no faster, and sixteen partitions hold one each. */
const MAX_BATCH = 100;
const CONSUMED = { topic: fetchesEnded, group: SERVICE };

export async function openDocumentStore(
  config: DocumentStoreConfig,
  closer: Closer,
  engines: Engines = clusterEngines(config.cluster, {
    service: SERVICE,
    clock: systemClock,
    random: Math.random,
  }),
  clock: Clock = systemClock,
): Promise<OpenDocumentStore> {
  const store = closer.add('store', await engines.openStore(TABLES), (open) => open.close());
  const topics = [fetchesEnded, documentsRecorded];
  const stream = closer.add('stream', await engines.openStream(topics), (open) => open.close());
  const judge = await openDedupClient(config, clock, closer);
  const parts = storeParts(store, clock);
  const server = await openServer({
    ...config.grpc.server,
    service: SERVICE,
    services: [
      serve(
        DocumentStoreServiceDefinition,
        documentStoreRpc({ ...parts, backlog: () => backlogOf(stream) }),
      ),
      serve(DeadLetterServiceDefinition, deadLetterRpc({ stream, topics: [CONSUMED] })),
    ],
    clock: systemClock,
    random: Math.random,
  });
  closer.add('server', server, () => server.close(config.grpc.closing));
  server.setServing(true);
  closer.add('health', server, () => server.setServing(false));
  await startWork(config, closer, { ...parts, stream, judge, clock });
  documentStoreListens(server.port, server.healthPort);
  return { port: server.port, address: server.address };
}

async function openDedupClient(
  config: DocumentStoreConfig,
  clock: Clock,
  closer: Closer,
): Promise<Judge> {
  const dedup = await openClient(DedupServiceDefinition, {
    service: SERVICE,
    target: config.dedupTarget,
    tls: config.grpc.clientTls,
  });
  closer.add('dedup client', dedup, () => dedup.close());
  return judgeBy(dedup, new Reachability('dedup', clock));
}

function storeParts(store: Store, clock: Clock) {
  const blobs = new Blobs({ store, tables: bodyBlobs, clock, random: Math.random });
  const bodyParts = { store, blobs, clock, random: Math.random };
  const bodies = new BodyRows(bodyParts);
  const { partitions } = fetchesEnded;
  return {
    documents: new DocumentRows(store),
    bodies,
    ledger: ledgerIn(store, {
      count: partitions,
      of: (host) => keyPartition(Buffer.from(host), partitions),
    }),
    sweep: (keepMs: number, signal: AbortSignal) =>
      sweepBodies(bodies, bodyParts, { keepMs, signal }),
  };
}

async function backlogOf(stream: Stream) {
  const [{ messages }, deadLetters] = await Promise.all([
    stream.lag(CONSUMED.topic, CONSUMED.group),
    countDeadLetters(stream, CONSUMED),
  ]);
  return { lagMessages: messages, deadLetters };
}

interface Work extends ReturnType<typeof storeParts> {
  readonly bodies: BodyRows & Bodies;
  readonly stream: Stream;
  readonly judge: Judge;
  readonly clock: Clock;
}

async function startWork(config: DocumentStoreConfig, closer: Closer, work: Work): Promise<void> {
  const { stream, bodies, clock, sweep } = work;
  const tracer = tracerOf(SERVICE);
  const handle = onFetchEnded({
    ...{ bodies, clock, tracer, recording: new Recording(work), announce: announcer(stream) },
  });
  const consumer = await stream.consume({ ...CONSUMED, handle, tracer, maxBatch: MAX_BATCH });
  closer.add('consumer', consumer, () => consumer.stop());
  const loop = new Loop({
    name: 'sweep-unclaimed',
    turn: sweepUnclaimed((signal) => sweep(config.unclaimedKeepMs, signal)),
    everyMs: config.sweepEveryMs,
    clock,
    log: logOf(SERVICE),
  });
  closer.add('sweep loop', loop, () => loop.stop());
}
