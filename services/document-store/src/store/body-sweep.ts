import { put, remove } from '@mayfly/store';
import { allApplied } from './all-applied.ts';
import { bodiesTable, looseBlobsTable } from './bodies-table.ts';
import type { BodyParts, BodyRows } from './body-rows.ts';

const PAGE_ROWS = 100;

/** Removes what nobody claimed for so long, and what crashes left of uploads; says how many bodies that were. */
export async function sweepBodies(
  bodies: BodyRows,
  { store, blobs, clock }: BodyParts,
  { keepMs, signal }: { readonly keepMs: number; readonly signal: AbortSignal },
): Promise<number> {
  const to = [clock.nowMs() - keepMs];
  let swept = 0;
  const unclaimed = { index: 'unclaimed', to, limit: PAGE_ROWS } as const;
  for await (const rows of store.scan(bodiesTable, unclaimed)) {
    for (const { sha256, blob, unclaimedSinceMs } of rows) {
      if (signal.aborted) return swept;
      const matches = { unclaimedSinceMs };
      const loosened =
        blob === undefined ? [] : [put(looseBlobsTable, { sha256, blob, sinceMs: 0 })];
      const writes = [remove(bodiesTable, { sha256 }, { matches }), ...loosened];
      // Refused: somebody claimed or renewed it in this moment.
      if (allApplied(await store.write([{ writes }]))) swept += 1;
    }
  }
  for await (const rows of store.scan(looseBlobsTable, {
    index: 'bySince',
    to,
    limit: PAGE_ROWS,
  })) {
    for (const row of rows) {
      if (signal.aborted) return swept;
      await bodies.removeLoose(row);
    }
  }
  await blobs.sweep(keepMs);
  return swept;
}
