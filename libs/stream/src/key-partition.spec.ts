import { describe, expect, it } from '@jest/globals';
import { testSeed } from '@mayfly/testing';
import * as fc from 'fast-check';
import { Partitioners } from 'kafkajs';
import { keyPartition } from './key-partition.ts';

describe('keyPartition', () => {
  it('agrees with the partitioner of Kafka clients on every key', () => {
    const partitioner = Partitioners.DefaultPartitioner();
    fc.assert(
      fc.property(
        fc.oneof(fc.webAuthority(), fc.string({ unit: 'binary' }), fc.string({ minLength: 1 })),
        fc.integer({ min: 1, max: 64 }),
        (text, partitions) => {
          const key = Buffer.from(text);
          const partitionMetadata = Array.from({ length: partitions }, (_, partitionId) => ({
            partitionId,
            leader: 1,
          }));
          const theirs = partitioner({
            topic: 'x',
            partitionMetadata: partitionMetadata as never,
            message: { key, value: null },
          });
          expect(keyPartition(key, partitions)).toBe(theirs);
        },
      ),
      { seed: testSeed(), numRuns: 500 },
    );
  });
});
