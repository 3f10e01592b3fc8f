import { systemClock } from '@mayfly/clock';
import { DedupServiceDefinition } from '@mayfly/contracts/dedup/v1';
import { clusterEngines, type Engines } from '@mayfly/engines';
import { openServer, serve } from '@mayfly/grpc';
import type { Closer } from '@mayfly/lifecycle';
import type { DedupConfig } from './config.ts';
import { Judging } from './core/judging.ts';
import { dedupListens } from './events.ts';
import { dedupRpc } from './rpc/dedup-rpc.ts';
import { contentsIn, contentsTable } from './store/contents-table.ts';
import { verdictsIn, verdictsTable } from './store/verdicts-table.ts';

/** What `mayfly prepare` makes before dedup starts. */
export const TABLES = [contentsTable, verdictsTable] as const;

/** A dedup that answers. */
export interface OpenDedup {
  readonly port: number;
  readonly address: string;
}

export async function openDedup(
  config: DedupConfig,
  closer: Closer,
  engines: Engines = clusterEngines(config.cluster, {
    service: 'dedup',
    clock: systemClock,
    random: Math.random,
  }),
): Promise<OpenDedup> {
  const store = closer.add('store', await engines.openStore(TABLES), (open) => open.close());
  const judging = new Judging(contentsIn(store), verdictsIn(store));
  const server = await openServer({
    ...config.grpc.server,
    service: 'dedup',
    services: [serve(DedupServiceDefinition, dedupRpc({ judging }))],
    clock: systemClock,
    random: Math.random,
  });
  closer.add('server', server, () => server.close(config.grpc.closing));
  server.setServing(true);
  closer.add('health', server, () => server.setServing(false));
  dedupListens(server.port, server.healthPort);
  return { port: server.port, address: server.address };
}
