import { writeSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { systemClock } from '@mayfly/clock';
import { type DataFolder, openDataFolder } from '@mayfly/data-folder';
import { openKafkaStream, openLmdbStream, type Stream, type Topic } from '@mayfly/stream';
import { type Note, notesTopic, quietLog } from './memory-partition.ts';

/** What a real process is told to do with a stream; its lines say what it did. */
export interface ProcessTask {
  readonly engine: 'lmdb' | 'kafka';
  readonly folder?: string;
  readonly brokers?: string;
  readonly topic: string;
  readonly partitions: number;
  /** Publishes to so many hosts, starting with this number for each, until it is killed or has done so many rounds. */
  readonly publish?: { readonly hosts: number; readonly from: number; readonly rounds: number };
  readonly consume?: {
    readonly maxBatch: number;
    /** How long each call of the handler takes after its effect. */
    readonly handleMs: number;
  };
  readonly sessionTimeoutMs?: number;
}

const task = JSON.parse(process.argv[2] ?? '{}') as ProcessTask;
const topic = notesTopic(task.topic, task.partitions);
const { stream, folder } = await open();
process.once('SIGTERM', () => void close());
const closing = new AbortController();
if (task.consume !== undefined) await consume(task.consume);
say('ready');
if (task.publish !== undefined) await publish(stream, topic, task.publish);

async function open(): Promise<{ stream: Stream; folder?: DataFolder }> {
  const common = {
    topics: [topic],
    clock: systemClock,
    random: Math.random,
    log: quietLog,
    sessionTimeoutMs: task.sessionTimeoutMs ?? 3_000,
  };
  if (task.engine === 'kafka') {
    const kafka = {
      brokers: task.brokers!.split(','),
      clientId: 'process',
      rebalanceTimeoutMs: 3_000,
      requestTimeoutMs: 3_000,
      publishTimeoutMs: 20_000,
      drainMs: 3_000,
    };
    return { stream: await openKafkaStream({ ...common, ...kafka }) };
  }
  const opened = await openDataFolder(task.folder!);
  return { folder: opened, stream: openLmdbStream({ ...common, folder: opened }) };
}

async function consume({ maxBatch, handleMs }: NonNullable<ProcessTask['consume']>): Promise<void> {
  await stream.consume({
    topic,
    group: 'readers',
    maxBatch,
    handle: async (batch) => {
      for (const { message, origin } of batch) {
        say(`handled ${message.host} ${message.text} ${origin.partition} ${origin.position}`);
      }
      if (handleMs > 0) await delay(handleMs);
      say(`answered ${batch.length}`);
    },
  });
}

async function publish(
  to: Stream,
  notes: Topic<Note>,
  { hosts, from, rounds }: NonNullable<ProcessTask['publish']>,
): Promise<void> {
  for (let round = from; round < from + rounds && !closing.signal.aborted; round += 1) {
    const batch = Array.from({ length: hosts }, (_, host) => ({
      host: `host-${host}.test`,
      text: String(round),
    }));
    say(`sending ${round}`);
    for (;;) {
      try {
        await to.publish(notes, batch);
        break;
      } catch (error) {
        say(`failed ${round} ${(error as Error).message}`);
        if (closing.signal.aborted) return;
      }
    }
    say(`acked ${round}`);
  }
  say('published');
}

async function close(): Promise<void> {
  closing.abort();
  await stream.close();
  await folder?.close();
  say('closed');
}

/** Waits until the line is in the pipe: a line that Node keeps for later would go with a process that is killed. */
function say(line: string): void {
  const bytes = Buffer.from(`${line}\n`);
  for (let at = 0; at < bytes.length;) {
    try {
      at += writeSync(1, bytes, at);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}
