import { put } from '@mayfly/store';
import { BUCKETS, pointsTable, ROWS_A_BUCKET, scans } from './conformance/scans.ts';
import { lmdbEngine } from './lmdb-engine.ts';

const body = new Uint8Array(16);

scans(lmdbEngine, async (place) => {
  const store = await place.open([pointsTable]);
  for (let bucket = 0; bucket < BUCKETS; bucket += 1) {
    const rows = Array.from({ length: ROWS_A_BUCKET }, (_, id) => ({ bucket, id, body }));
    await store.write([{ writes: rows.map((row) => put(pointsTable, row)) }]);
  }
});
