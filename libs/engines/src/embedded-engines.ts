import type { Clock } from '@mayfly/clock';
import type { DataFolder } from '@mayfly/data-folder';
import { openLmdbStore } from '@mayfly/store';
import {
  type AnyTopic,
  defineTopic,
  openLmdbStream,
  type Stream,
  type Topic,
} from '@mayfly/stream';
import { TOPICS } from '@mayfly/events';
import { logOf } from '@mayfly/telemetry';
import type { Engines } from './engines.ts';
import { translatedStream } from './translated-stream.ts';

/** One process works through all of them: more partitions would share no work here, only cut it into smaller batches. */
const PARTITIONS = 1;
const EMBEDDED = new Map(TOPICS.map((topic) => [topic.name, embedded(topic)]));

/** LMDB in one data folder, for services that share a process. */
export async function embeddedEngines(
  folder: DataFolder,
  { clock, random }: { readonly clock: Clock; readonly random: () => number },
): Promise<Engines & { close(): Promise<void> }> {
  const topics = [...EMBEDDED.values()];
  const stream = openLmdbStream({ folder, topics, clock, random, log: logOf('stream') });
  await stream.prepare(topics);
  return {
    exclusive: true,
    openStore: (tables) => openLmdbStore({ folder, tables }),
    openStream: async () => translatedStream(sharedStream(stream), embeddedOf),
    close: () => stream.close(),
  };
}

function embedded(topic: AnyTopic): AnyTopic {
  return defineTopic({ ...(topic as Topic<never>), partitions: PARTITIONS });
}

function embeddedOf<T extends AnyTopic>(topic: T): T {
  return (EMBEDDED.get(topic.name) ?? topic) as T;
}

/** The log lives in this process and wakes its consumers there, so all services have one: each closes only its own consumers. */
function sharedStream(stream: Stream): Stream {
  const consumers = new Set<{ stop(): Promise<void> }>();
  return {
    publish: (topic, messages, options) => stream.publish(topic, messages, options),
    consume: async (options) => {
      const consumer = await stream.consume(options);
      consumers.add(consumer);
      return consumer;
    },
    lag: (topic, group) => stream.lag(topic, group),
    publishing: () => stream.publishing(),
    deadLetters: (topic, group) => stream.deadLetters(topic, group),
    prepare: (topics) => stream.prepare(topics),
    isReady: () => stream.isReady(),
    close: async () => {
      await Promise.all([...consumers].map((consumer) => consumer.stop()));
    },
  };
}
