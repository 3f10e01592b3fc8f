import { bytes, defineTable, number, type RowOf, text } from '@mayfly/store';
import type { DocumentState } from '../core/decide-version.ts';
import type { DocumentChange } from '../core/ports.ts';
import { defined } from './defined.ts';

/** One row a URL that was ever tried. */
export const documentsTable = defineTable({
  name: 'documents',
  format: 1,
  columns: {
    urlId: bytes(),
    url: text(),
    host: text(),
    lastAttempt: number(),
    versions: number(),
    latestSha256: bytes().optional(),
    seenMs: number().optional(),
  },
  key: ['urlId'],
  partition: 1,
});

type Row = RowOf<typeof documentsTable>;

export function documentRow({ id, url, host, after }: DocumentChange): Row {
  return defined({ urlId: id, url, host, ...after });
}

export function stateOf({ lastAttempt, versions, latestSha256, seenMs }: Row): DocumentState {
  return { lastAttempt, versions, latestSha256, seenMs };
}
