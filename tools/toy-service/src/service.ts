import { systemClock } from '@mayfly/clock';
import { ToyServiceDefinition } from '@mayfly/contracts/testing/v1';
import { openServer, serve } from '@mayfly/grpc';
import type { Closer } from '@mayfly/lifecycle';
import type { ToyConfig } from './config.ts';
import { Counters } from './core/counters.ts';
import { toyListens } from './events.ts';
import { toyRpc } from './rpc/toy-rpc.ts';

export async function openToy(config: ToyConfig, closer: Closer): Promise<void> {
  const clock = systemClock;
  const counters = new Counters(clock);
  const server = await openServer({
    ...config.grpc.server,
    service: 'toy',
    services: [serve(ToyServiceDefinition, toyRpc({ counters, clock, instance: config.instance }))],
    clock,
    random: Math.random,
  });
  closer.add('server', server, () => server.close(config.grpc.closing));
  server.setServing(true);
  closer.add('health', server, () => server.setServing(false));
  toyListens(server.port, server.healthPort);
}
