import { FakeClock } from '@mayfly/testing';
import { type Handle, type StreamLog } from '@mayfly/stream';
import { trace } from '@opentelemetry/api';
import type { Arrived, Death } from '../src/runner/arrived.ts';
import { handlerCaller } from '../src/runner/call-handler.ts';
import { PartitionRunner } from '../src/runner/partition-runner.ts';
import { defineTopic } from '../src/topic.ts';

/** Says nothing to nobody. */
export const quietLog: StreamLog = { debug: () => {}, warn: () => {}, error: () => {} };

/** A message that knows its key. */
export interface Note {
  readonly host: string;
  readonly text: string;
}

/** A topic of notes; the text `garbage` cannot be decoded. */
export function notesTopic(name: string, partitions = 2, groups: readonly string[] = ['readers']) {
  return defineTopic<Note>({
    name,
    partitions,
    retentionMs: 86_400_000,
    groups,
    key: (note) => note.host,
    encode: (note) => Buffer.from(JSON.stringify(note)),
    decode: (bytes) => {
      const note = JSON.parse(Buffer.from(bytes).toString()) as Note;
      if (note.text === 'garbage') throw new Error('not a note');
      return note;
    },
  });
}

/** One partition in memory, on a clock that a test turns. */
export function memoryPartition({
  handle,
  maxBatch = 10,
  maxBatchBytes = 1_000_000,
  maxTries = 5,
}: {
  handle: Handle<Note>;
  maxBatch?: number;
  maxBatchBytes?: number;
  maxTries?: number;
}) {
  const clock = new FakeClock();
  const topic = notesTopic('notes', 1);
  const queue: Arrived[] = [];
  const deaths: Death[] = [];
  const commits: bigint[] = [];
  const stopping = new AbortController();
  const lost = new AbortController();
  let position = 0n;
  let taken = 0;
  let buryFailures = 0;
  let wake = () => {};
  const runner = new PartitionRunner<Note>(
    {
      topic,
      place: { stream: 'main', partition: 0 },
      clock,
      random: () => 0.5,
      log: quietLog,
      limits: { maxBatch, maxBatchBytes, maxTries },
      call: handlerCaller(handle, { system: 'test', group: 'readers' }, trace.getTracer('test')),
      source: {
        take: ({ messages, bytes }) => {
          const arrived: Arrived[] = [];
          let left = bytes;
          for (const next of queue.slice(taken, taken + messages)) {
            left -= next.bytes;
            if (arrived.length > 0 && left < 0) break;
            arrived.push(next);
          }
          taken += arrived.length;
          return arrived;
        },
        arrival: (signal) =>
          new Promise((resolve) => {
            if (signal.aborted || taken < queue.length) resolve();
            wake = resolve;
            signal.addEventListener('abort', () => resolve(), { once: true });
          }),
      },
      bury: async (death) => {
        if (buryFailures > 0) {
          buryFailures -= 1;
          throw new Error('no grave');
        }
        deaths.push(death);
      },
      done: (next) => commits.push(next),
    },
    { stopping: stopping.signal, lost: lost.signal },
  );
  return {
    clock,
    deaths,
    commits,
    stopping,
    lost,
    /** How many messages the runner has taken so far. */
    taken: () => taken,
    failBurials: (times: number) => (buryFailures = times),
    running: runner.run(),
    /** `a1 b1` publishes text a1 of host a and text b1 of host b. */
    publish: (texts: string) => {
      for (const text of texts.split(' ')) {
        const payload = topic.encode({ host: text[0]!, text: text.slice(2) || text });
        const arrived = { position, key: text[0]!, payload, headers: {}, publishedMs: 0 };
        queue.push({ ...arrived, bytes: payload.length });
        position += 1n;
      }
      wake();
    },
  };
}
