import { systemClock } from '@mayfly/clock';
import { type DataFolder, openDataFolder } from '@mayfly/data-folder';
import { type AnyTopic, openLmdbStream, type Stream } from '@mayfly/stream';
import { type TemporaryFolder, temporaryFolder } from '@mayfly/testing';
import type { Engine } from './harness.ts';
import { quietLog } from './memory-partition.ts';

/** The embedded engine, whose log can be looked into. */
export interface LmdbEngine extends Engine {
  /** How many blocks of messages the log of a topic holds, while a stream is open. */
  keptBlocks(topic: AnyTopic): number;
}

/** The embedded engine in a temporary folder; all streams of a test are one. */
export async function lmdbEngine(): Promise<LmdbEngine> {
  const temporary: TemporaryFolder = await temporaryFolder();
  const open = new Map<Stream, DataFolder>();
  const close = async (stream: Stream): Promise<void> => {
    await stream.close();
    await open.get(stream)?.close();
    open.delete(stream);
  };
  const engine: LmdbEngine = {
    name: 'lmdb',
    open: async (topics, { sessionTimeoutMs = 30_000 } = {}) => {
      const folder = await openDataFolder(temporary.path);
      const stream = openLmdbStream({
        folder,
        topics,
        clock: systemClock,
        random: Math.random,
        log: quietLog,
        sessionTimeoutMs,
      });
      open.set(stream, folder);
      return stream;
    },
    reopen: async (stream, topics) => {
      await close(stream);
      return engine.open(topics);
    },
    processArgs: () => ({ engine: 'lmdb', folder: temporary.path }),
    keptBlocks: (topic) => {
      const [folder] = open.values();
      return folder!.environment('stream').tree(`log ${topic.name}`).count();
    },
    closeStreams: async () => {
      for (const stream of [...open.keys()]) await close(stream);
    },
    closeAll: async () => {
      await engine.closeStreams();
      await temporary[Symbol.asyncDispose]();
    },
  };
  return engine;
}
