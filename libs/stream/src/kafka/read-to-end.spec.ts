import { expect, it } from '@jest/globals';
import { FakeClock } from '@mayfly/testing';
import { EventEmitter } from 'node:events';
import { KafkaAdmin } from './admin.ts';
import { readToEnd } from './read-to-end.ts';

/** Three brokers: the first leads the partition, the others are asked all the same and have nothing. */
it('reads all though brokers that lead nothing answer sooner than the one that does', async () => {
  const emitter = new EventEmitter();
  const consumer = {
    events: { CRASH: 'crash', FETCH: 'fetch' },
    on: (name: string, listener: (event: object) => void) => void emitter.on(name, listener),
    connect: async () => {},
    subscribe: async () => {},
    disconnect: async () => {},
    run: async ({ eachBatch }: { eachBatch: (payload: object) => Promise<void> }) => {
      // kafkajs: a fetcher for a node without partitions sleeps maxWaitTimeInMs and emits FETCH, for ever.
      for (let round = 0; round < 3; round += 1) {
        for (const nodeId of [2, 3]) emitter.emit('fetch', { payload: { nodeId } });
      }
      setTimeout(() => {
        emitter.emit('fetch', { payload: { nodeId: 1 } });
        const messages = [{ offset: '0' }];
        void eachBatch({ batch: { messages, lastOffset: () => '0' } });
      }, 50);
    },
  };
  const asked = {
    connect: async () => {},
    disconnect: async () => {},
    fetchTopicOffsets: async () => [{ partition: 0, low: '0', high: '1' }],
    fetchTopicMetadata: async () => ({ topics: [{ partitions: [{ partitionId: 0, leader: 1 }] }] }),
    deleteGroups: async () => [],
  };
  const client = { admin: () => asked, consumer: () => consumer } as never;
  const waits = { clock: new FakeClock(), random: () => 0.5 };
  const admin = new KafkaAdmin(() => client, waits);
  const read = await readToEnd({ client: () => client, admin, clientId: 'x' }, 'topic');
  expect(read).toHaveLength(1);
});
