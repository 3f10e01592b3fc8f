import { describe, expect, it } from '@jest/globals';
import { systemClock } from '@mayfly/clock';
import { testEngines } from '@mayfly/service-testing';
import { logOf } from '@mayfly/telemetry';
import { collectLog } from '@mayfly/telemetry/testing';
import { FEW_BUCKETS } from '../src/core/buckets.ts';
import type { Frontier } from '../src/core/frontier.ts';
import { TABLES } from '../src/service.ts';
import { OwnedBuckets } from '../src/store/owned-buckets.ts';
import { ownersTable, replicasTable } from '../src/store/owners-table.ts';

collectLog();

describe('OwnedBuckets', () => {
  it('loses a bucket by a write of now, not by one of the time before', async () => {
    await using engines = await testEngines('embedded');
    const store = await (await engines.open()).openStore(TABLES);
    const dropped: number[] = [];
    const frontier = {
      ...{ gain: async () => {}, leave: async () => {}, loaded: async () => {} },
      drop: (buckets: readonly number[]) => dropped.push(...buckets),
    } as unknown as Frontier;
    const owned = new OwnedBuckets(FEW_BUCKETS);
    await owned.begin(frontier, {
      ...{ store, owners: ownersTable, replicas: replicasTable, buckets: FEW_BUCKETS },
      ...{ instance: 'test', address: '127.0.0.1:1', exclusive: true },
      ...{ clock: systemClock, random: Math.random, log: logOf('test') },
    });
    const { epoch } = owned.ownerOf(0)!;
    owned.lost({ bucket: 0, epoch: epoch - 1 });
    expect(dropped).toEqual([]);
    owned.lost({ bucket: 0, epoch });
    expect(dropped).toEqual([0]);
    await owned.release();
    await store.close();
  });
});
