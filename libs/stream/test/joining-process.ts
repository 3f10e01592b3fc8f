import { setTimeout as delay } from 'node:timers/promises';
import { systemClock } from '@mayfly/clock';
import { openKafkaStream } from '@mayfly/stream';
import { notesTopic, quietLog } from './memory-partition.ts';

// Joins a group; closes its stream after a while, or works until it is killed. Once closed, nothing keeps it alive.
const [, , brokers = '', name = '', closeAfterMs = ''] = process.argv;
const topic = notesTopic(name, 1);
const stream = await openKafkaStream({
  brokers: brokers.split(','),
  clientId: 'joining',
  topics: [topic],
  clock: systemClock,
  random: Math.random,
  log: quietLog,
  sessionTimeoutMs: 30_000,
  rebalanceTimeoutMs: 30_000,
  drainMs: 1_000,
});
await stream.prepare([topic]);
const consumer = await stream.consume({ topic, group: 'readers', handle: async () => {} });
if (closeAfterMs === '') {
  while (consumer.assigned().length === 0) await delay(20);
  process.stdout.write('joined\n');
  await delay(2 ** 30);
}
await delay(Number(closeAfterMs));
await stream.close();
process.stdout.write(`closed, assigned ${consumer.assigned().length}\n`);
