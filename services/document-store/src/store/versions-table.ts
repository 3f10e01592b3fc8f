import { bytes, defineTable, flag, json, number, type RowOf, text } from '@mayfly/store';
import type { Header, VersionRecord } from '../core/attempt-end.ts';
import { defined } from './defined.ts';

/** What each URL said, every time it said something else. */
export const versionsTable = defineTable({
  name: 'documentVersions',
  format: 1,
  columns: {
    urlId: bytes(),
    number: number(),
    attempt: number(),
    fetchMs: number(),
    sha256: bytes(),
    bodyBytes: number(),
    kind: number(),
    mediaType: text(),
    title: text(),
    status: number(),
    headers: json<readonly Header[]>(),
    truncated: flag(),
    duplicateOf: text().optional(),
    textSha256: bytes().optional(),
    linksSha256: bytes().optional(),
    facts: bytes().optional(),
  },
  key: ['urlId', 'number'],
  partition: 1,
});

type Row = RowOf<typeof versionsTable>;

export function versionRow(urlId: Uint8Array, version: VersionRecord): Row {
  return defined({ urlId, ...version });
}

export function versionOf({ urlId: _, ...row }: Row): VersionRecord {
  return {
    duplicateOf: undefined,
    textSha256: undefined,
    linksSha256: undefined,
    facts: undefined,
    ...row,
  };
}
