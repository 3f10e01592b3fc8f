import { describe, expect, it } from '@jest/globals';
import { lmdbEngine } from './lmdb-engine.ts';
import { urlsTable } from './conformance/sample-tables.ts';

describe('a store that is read without end', () => {
  it('lets others be heard between', async () => {
    await using place = await lmdbEngine.newPlace();
    const store = await place.open([urlsTable]);
    let heardAfter = Infinity;
    let reads = 0;
    setImmediate(() => (heardAfter = reads));
    for (; reads < 1_000; reads += 1) await store.page(urlsTable, { limit: 1 });
    expect(heardAfter).toBeLessThan(1_000);
  });

  it('says that it is closed, also to whoever waited for that', async () => {
    await using place = await lmdbEngine.newPlace();
    const store = await place.open([urlsTable]);
    const read = Array.from({ length: 100 }, () => store.page(urlsTable, { limit: 1 }));
    const ends = Promise.allSettled(read);
    await store.close();
    const failed = (await ends).find(({ status }) => status === 'rejected');
    expect(failed).toMatchObject({ reason: { code: 'STORE_AWAY' } });
  });
});
