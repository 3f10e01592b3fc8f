import { type Clock, systemClock } from '@mayfly/clock';
import { FrontierServiceDefinition } from '@mayfly/contracts/frontier/v1';
import { clusterEngines, type Engines } from '@mayfly/engines';
import { openServer, serve } from '@mayfly/grpc';
import type { Closer } from '@mayfly/lifecycle';
import { logOf } from '@mayfly/telemetry';
import type { FrontierConfig } from './config.ts';
import { Buckets, FEW_BUCKETS, MANY_BUCKETS } from './core/buckets.ts';
import { openDesk } from './core/desk.ts';
import { frontierListens } from './events.ts';
import { startLoops } from './loops/frontier-loops.ts';
import { frontierRpc } from './rpc/frontier-rpc.ts';
import { frontierTables, TABLES } from './store/frontier-tables.ts';
import { OwnedBuckets } from './store/owned-buckets.ts';
import { ownersTable, replicasTable } from './store/owners-table.ts';

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
  /** By which replicas live. A test that turns the other one would have everybody be silent for too long. */
  readonly ownersClock?: Clock;
}

export async function openFrontier(
  config: FrontierConfig,
  closer: Closer,
  engines?: Engines,
  { clock = systemClock, random = Math.random, ownersClock = clock }: FrontierChance = {},
): Promise<OpenFrontier> {
  const log = logOf('frontier');
  const around = { service: 'frontier', clock, random };
  const opened = engines ?? clusterEngines(config.cluster, around);
  const { exclusive } = opened;
  const store = closer.add('store', await opened.openStore(TABLES), (open) => open.close());
  const buckets = new Buckets(exclusive ? FEW_BUCKETS : MANY_BUCKETS);
  const owned = new OwnedBuckets(buckets.count);
  const tables = frontierTables(store, (bucket) => owned.lost(bucket));
  const desk = await openDesk({
    ...{ tables, buckets, clock, random, settings: config.settings },
    ownerOf: (bucket) => owned.ownerOf(bucket),
    replica: () => owned.replica,
  });
  closer.add('desk', desk, (open) => open.close());
  // Others take the buckets of one that stops while it still answers whoever asks; a frontier that is alone has nobody to hand over to.
  if (exclusive) closer.add('buckets', owned, () => owned.release());
  const server = await openServer({
    ...config.grpc.server,
    service: 'frontier',
    services: [serve(FrontierServiceDefinition, frontierRpc(desk, owned))],
    clock,
    random,
  });
  closer.add('server', server, () => server.close(config.grpc.closing));
  await owned.begin(desk.frontier, {
    ...{ store, owners: ownersTable, replicas: replicasTable, buckets: buckets.count },
    ...{ instance: config.instance, address: config.advertised ?? server.address },
    ...{ exclusive, clock: ownersClock, random, log },
  });
  if (!exclusive) closer.add('buckets', owned, () => owned.release());
  server.setServing(true);
  closer.add('health', server, () => server.setServing(false));
  for (const loop of startLoops(desk, { clock, log })) closer.add('loop', loop, () => loop.stop());
  frontierListens(server.port, server.healthPort);
  return { port: server.port, address: server.address };
}
