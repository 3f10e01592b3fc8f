import { join } from 'node:path';
import { systemClock } from '@mayfly/clock';
import { openDataFolder } from '@mayfly/data-folder';
import { openLmdbStream } from '@mayfly/stream';
import { temporaryFolder } from '@mayfly/testing';
import { open } from 'lmdb';
import { quietLog } from '../memory-partition.ts';
import { benchBatch, benchTopic, Finish, inTurns } from './bench-messages.ts';
import type { StreamRates } from './stream-bench.ts';

/** Batches published and consumed in one turn. */
const TURN = 10;

/** The embedded log beside bare LMDB: append flushed; read, forget and note the place, flushed. */
export async function benchLmdb(seconds: number, batch: number): Promise<StreamRates> {
  await using place = await temporaryFolder('mayfly-bench-');
  const bare = open<Buffer, Buffer>({
    path: join(place.path, 'bare.lmdb'),
    noSubdir: true,
    encoding: 'binary',
    keyEncoding: 'binary',
    cache: false,
  });
  const folder = await openDataFolder(join(place.path, 'ours'));
  const topic = benchTopic();
  const stream = openLmdbStream({
    folder,
    topics: [topic],
    clock: systemClock,
    random: Math.random,
    log: quietLog,
  });
  await stream.prepare([topic]);
  const messages = benchBatch(batch);

  let written = 0;
  const bareAppend = async (): Promise<number> => {
    for (let turn = 0; turn < TURN; turn += 1) {
      const first = written;
      await bare.batch(() => {
        messages.forEach(
          ({ payload }, index) => void bare.put(keyOf(first + index), payload as Buffer),
        );
      });
      await bare.flushed;
      written += batch;
    }
    return TURN * batch;
  };
  const append = async (): Promise<number> => {
    for (let turn = 0; turn < TURN; turn += 1) await stream.publish(topic, messages);
    return TURN * batch;
  };
  const publish = await inTurns(append, bareAppend, seconds / 2);

  let read = 0;
  const offset = Buffer.from('offset');
  const bareConsume = async (): Promise<number> => {
    await bareAppend();
    const begin = performance.now();
    let count = 0;
    while (read < written) {
      let bytes = 0;
      const range = { start: keyOf(read), end: keyOf(Math.min(written, read + batch)) };
      const keys = [...bare.getRange(range)].map(({ key, value }) => {
        bytes += value.length;
        return key;
      });
      read += keys.length;
      count += keys.length;
      if (bytes === 0) throw new Error('nothing was read');
      await bare.batch(() => {
        for (const key of keys) void bare.remove(key);
        void bare.put(offset, keyOf(read));
      });
      await bare.flushed;
    }
    times.bare += performance.now() - begin;
    return count;
  };
  const finish = new Finish();
  const times = { ours: 0, bare: 0 };
  let backlog = 0;
  const consume = async (): Promise<number> => {
    await append();
    const { messages: behind } = await stream.lag(topic, 'readers');
    const done = finish.more(behind);
    const begin = performance.now();
    const consumer = await stream.consume({
      topic,
      group: 'readers',
      maxBatch: batch,
      handle: async (received) => finish.add(received.length),
    });
    await done;
    await consumer.stop();
    times.ours += performance.now() - begin;
    backlog = behind;
    return backlog;
  };
  // What was published above is read first and not counted.
  await consume();
  await bareConsume();
  const counts = { ours: 0, bare: 0 };
  times.ours = times.bare = 0;
  const until = performance.now() + (seconds / 2) * 1_000;
  while (counts.ours === 0 || performance.now() < until) {
    counts.ours += await consume();
    counts.bare += await bareConsume();
  }
  await stream.close();
  await folder.close();
  await bare.close();
  return {
    publish,
    consume: {
      ours: Math.round((counts.ours / times.ours) * 1_000),
      bare: Math.round((counts.bare / times.bare) * 1_000),
    },
  };
}

function keyOf(position: number): Buffer {
  const key = Buffer.alloc(12);
  key.writeBigUInt64BE(BigInt(position), 4);
  return key;
}
