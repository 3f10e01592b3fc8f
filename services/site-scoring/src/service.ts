import { systemClock } from '@mayfly/clock';
import { DeadLetterServiceDefinition } from '@mayfly/contracts/deadletters/v1';
import { SiteScoringServiceDefinition } from '@mayfly/contracts/sitescoring/v1';
import { deadLetterRpc } from '@mayfly/dead-letters';
import { clusterEngines, type Engines } from '@mayfly/engines';
import { documentsRecorded } from '@mayfly/events';
import { openServer, serve } from '@mayfly/grpc';
import type { Closer } from '@mayfly/lifecycle';
import { tracerOf } from '@mayfly/telemetry';
import type { SiteScoringConfig } from './config.ts';
import { siteScoringListens } from './events.ts';
import { siteScoringRpc } from './rpc/site-scoring-rpc.ts';
import { SiteHostsTable, siteHostsTable } from './store/site-hosts-table.ts';
import { onDocumentRecorded } from './streams/on-document-recorded.ts';

const SERVICE = 'site-scoring';

/** The tables that this service owns, for `mayfly prepare`. */
export const TABLES = [siteHostsTable];

/** Where it answers. */
export interface OpenSiteScoring {
  readonly port: number;
  readonly address: string;
}

export async function openSiteScoring(
  config: SiteScoringConfig,
  closer: Closer,
  engines: Engines = clusterEngines(config.cluster, {
    ...{ service: SERVICE, clock: systemClock, random: Math.random },
  }),
): Promise<OpenSiteScoring> {
  const store = await engines.openStore(TABLES);
  closer.add('store', store, () => store.close());
  const stream = await engines.openStream([documentsRecorded]);
  closer.add('stream', stream, () => stream.close());
  const consumed = { topic: documentsRecorded, group: SERVICE };
  const sites = new SiteHostsTable(store);
  const server = await openServer({
    ...config.grpc.server,
    service: SERVICE,
    services: [
      serve(SiteScoringServiceDefinition, siteScoringRpc({ sites })),
      serve(DeadLetterServiceDefinition, deadLetterRpc({ stream, topics: [consumed] })),
    ],
    clock: systemClock,
    random: Math.random,
  });
  closer.add('server', server, () => server.close(config.grpc.closing));
  server.setServing(true);
  closer.add('health', server, () => server.setServing(false));
  const consumer = await stream.consume({
    ...{ ...consumed, tracer: tracerOf(SERVICE) },
    handle: onDocumentRecorded({ sites }),
  });
  closer.add('consumer', consumer, () => consumer.stop());
  siteScoringListens(server.port, server.healthPort);
  return { port: server.port, address: server.address };
}
