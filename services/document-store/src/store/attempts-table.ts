import { bigint, bytes, defineTable, flag, number, type RowOf, text } from '@mayfly/store';
import type { AttemptRecord, RecordKind } from '../core/attempt-end.ts';
import { defined } from './defined.ts';

/** Every attempt that was recorded, once. */
export const attemptsTable = defineTable({
  name: 'documentAttempts',
  format: 1,
  columns: {
    urlId: bytes(),
    attempt: number(),
    crawl: text(),
    outcome: number(),
    status: number().optional(),
    record: text<RecordKind>(),
    version: number().optional(),
    duplicateOf: text().optional(),
    redirectUrl: text().optional(),
    detail: text(),
    /** The fetcher's times as its contract writes them; those of this service stand beside. */
    times: bytes(),
    receiveMs: number(),
    judgeMs: number().optional(),
    recordMs: number(),
    partition: number(),
    position: bigint(),
    retry: flag(),
  },
  key: ['urlId', 'attempt'],
  partition: 1,
});

type Row = RowOf<typeof attemptsTable>;

export function attemptRow(urlId: Uint8Array, { origin, ...record }: AttemptRecord): Row {
  return defined({ urlId, ...record, ...origin });
}

export function attemptOf({ urlId: _, partition, position, retry, ...row }: Row): AttemptRecord {
  return {
    ...{ status: undefined, version: undefined, duplicateOf: undefined },
    ...{ redirectUrl: undefined, judgeMs: undefined },
    ...row,
    origin: { partition, position, retry },
  };
}
