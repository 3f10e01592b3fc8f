import { systemClock } from '@mayfly/clock';
import { type KafkaServers, startKafka } from '@mayfly/stack';
import { openKafkaStream, type Stream, type StreamLog } from '@mayfly/stream';
import type { Engine } from './harness.ts';
import { quietLog } from './memory-partition.ts';

/** The brokers that the test command started for all specs, or one of our own when a spec is run by hand. */
export async function sharedKafka(): Promise<Pick<KafkaServers, 'brokers' | 'stop'>> {
  const given = process.env.MAYFLY_TEST_KAFKA_BROKERS;
  if (given === undefined) return startKafka({ nodes: 1 });
  return { brokers: given.split(','), stop: async () => undefined };
}

/** Kafka with times short enough for tests. */
export function kafkaEngine(
  brokers: readonly string[],
  {
    log = quietLog,
    publishTimeoutMs = 20_000,
    clientId = 'conformance',
  }: { log?: StreamLog; publishTimeoutMs?: number; clientId?: string } = {},
): Engine {
  const open = new Set<Stream>();
  const engine: Engine = {
    name: 'kafka',
    open: async (topics, { sessionTimeoutMs = 6_000 } = {}) => {
      const stream = await openKafkaStream({
        brokers,
        clientId,
        topics,
        clock: systemClock,
        random: Math.random,
        log,
        sessionTimeoutMs,
        rebalanceTimeoutMs: 6_000,
        requestTimeoutMs: 5_000,
        publishTimeoutMs,
        drainMs: 5_000,
      });
      open.add(stream);
      return stream;
    },
    reopen: async (stream, topics) => {
      await stream.close();
      open.delete(stream);
      return engine.open(topics);
    },
    processArgs: () => ({ engine: 'kafka', brokers: brokers.join(',') }),
    closeStreams: async () => {
      await Promise.all([...open].map((stream) => stream.close()));
      open.clear();
    },
    closeAll: () => engine.closeStreams(),
  };
  return engine;
}
