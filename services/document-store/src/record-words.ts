import { AttemptTimes } from '@mayfly/contracts/crawl/v1';
import { Record as RecordProto } from '@mayfly/contracts/events/v1';
import type { AttemptRecord, RecordKind } from './core/attempt-end.ts';

/** What became of an attempt, as the contract says it. */
export const RECORDS: Readonly<Record<RecordKind, RecordProto>> = {
  'new-version': RecordProto.RECORD_NEW_VERSION,
  unchanged: RecordProto.RECORD_UNCHANGED,
  duplicate: RecordProto.RECORD_DUPLICATE,
  'no-document': RecordProto.RECORD_NO_DOCUMENT,
  late: RecordProto.RECORD_LATE,
};

/** The fetcher's times together with ours. */
export function timesOf({ times, receiveMs, judgeMs, recordMs }: AttemptRecord): AttemptTimes {
  return {
    ...AttemptTimes.decode(times),
    receiveTime: new Date(receiveMs),
    judgeTime: judgeMs === undefined ? undefined : new Date(judgeMs),
    recordTime: new Date(recordMs),
  };
}
