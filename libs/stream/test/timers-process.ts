import { setTimeout as delay } from 'node:timers/promises';
import { systemClock } from '@mayfly/clock';
import { openKafkaStream } from '@mayfly/stream';
import { notes } from './harness.ts';
import { notesTopic, quietLog } from './memory-partition.ts';

// Counts timers while nothing happens: a stream that is idle must not spin.
const [, , brokers = '', name = ''] = process.argv;
const original = globalThis.setTimeout;
let timers = 0;
globalThis.setTimeout = Object.assign(
  (...args: Parameters<typeof original>) => {
    timers += 1;
    return original(...args);
  },
  { __promisify__: original.__promisify__ },
);
const topic = notesTopic(name, 1);
const stream = await openKafkaStream({
  brokers: brokers.split(','),
  clientId: 'timers',
  topics: [topic],
  clock: systemClock,
  random: Math.random,
  log: quietLog,
});
await stream.prepare([topic]);
let handled = 0;
await stream.consume({
  topic,
  group: 'readers',
  handle: async (batch) => {
    handled += batch.length;
  },
});
await stream.publish(topic, notes(10, ['a']));
while (handled < 10) await delay(20);
timers = 0;
await delay(1_000);
process.stdout.write(`timers ${timers}\n`);
await stream.close();
