import { type Clock, systemClock } from '@mayfly/clock';
import { FrontierServiceDefinition } from '@mayfly/contracts/frontier/v1';
import { clusterEngines, type Engines } from '@mayfly/engines';
import { openServer, serve } from '@mayfly/grpc';
import type { Closer } from '@mayfly/lifecycle';
import { takeOwnership } from '@mayfly/ownership';
import { logOf } from '@mayfly/telemetry';
import type { FrontierConfig } from './config.ts';
import { openDesk } from './core/desk.ts';
import { frontierListens } from './events.ts';
import { startLoops } from './loops/frontier-loops.ts';
import { frontierRpc } from './rpc/frontier-rpc.ts';
import { bucketsOf } from './store/buckets-of.ts';
import { frontierTables, TABLES } from './store/frontier-tables.ts';
import { ownersTable } from './store/owners-table.ts';

export { TABLES };
export { type FrontierConfig, loadConfig } from './config.ts';

/** A frontier that answers. */
export interface OpenFrontier {
  readonly port: number;
  readonly address: string;
}

/** Time and chance; the machine's own, unless a test has others. */
export interface FrontierChance {
  readonly clock?: Clock;
  readonly random?: () => number;
  /** What happens when the tables belong to somebody else; by default the process ends. */
  readonly onLost?: (error: unknown) => void;
}

export async function openFrontier(
  config: FrontierConfig,
  closer: Closer,
  engines?: Engines,
  chance: FrontierChance = {},
): Promise<OpenFrontier> {
  const { clock = systemClock, random = Math.random, onLost = endProcess } = chance;
  const log = logOf('frontier');
  const around = { service: 'frontier', clock, random };
  const opened = engines ?? clusterEngines(config.cluster, around);
  const store = closer.add('store', await opened.openStore(TABLES), (open) => open.close());
  const buckets = await bucketsOf(store, opened.exclusive);
  const ownership = await takeOwnership({
    ...{ store, table: ownersTable, buckets: buckets.count, instance: config.instance },
    ...{ exclusive: opened.exclusive, clock, log },
  });
  closer.add('ownership', ownership, (owned) => owned.release());
  ownership.lost.addEventListener('abort', () => onLost(ownership.lost.reason));
  const tables = frontierTables(store, ownership, onLost);
  const desk = await openDesk({ tables, buckets, clock, random, settings: config.settings });
  closer.add('desk', desk, (open) => open.close());
  const server = await openServer({
    ...config.grpc.server,
    service: 'frontier',
    services: [serve(FrontierServiceDefinition, frontierRpc(desk))],
    clock,
    random,
  });
  closer.add('server', server, () => server.close(config.grpc.closing));
  server.setServing(true);
  closer.add('health', server, () => server.setServing(false));
  for (const loop of startLoops(desk, { clock, log })) closer.add('loop', loop, () => loop.stop());
  frontierListens(server.port, server.healthPort);
  return { port: server.port, address: server.address };
}

/** Nothing that this process believes is true any more: `run` drains it and exits with 1. */
function endProcess(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}
