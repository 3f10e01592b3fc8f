import { describe, expect, it } from '@jest/globals';
import { CrawlError, errorCodeOf } from '@mayfly/errors';
import { FakeClock } from '@mayfly/testing';
import { type HostKey, type Url, urlId } from '@mayfly/url';
import type { AttemptEnd, AttemptRecord, FetchedDocument } from './attempt-end.ts';
import { type LedgerBucket, NEW_HOST, NO_COUNTS } from './ledger.ts';
import { attemptName, urlName } from './plan-batch.ts';
import type { DocumentChange } from './ports.ts';
import { Recording, type RecordingPorts } from './recording.ts';

const end = (path: string, attempt: number, content = 1): AttemptEnd => {
  const url = `https://a.test/${path}` as Url;
  const body = { sha256: new Uint8Array(32).fill(content), size: 1, encoding: 1 };
  return {
    ...{ url, id: urlId(url), host: 'a.test' as HostKey, attempt, crawl: 'news', outcome: 1 },
    ...{ status: 200, redirectUrl: undefined, detail: '', times: new Uint8Array() },
    ...{ fetchMs: 1, receiveMs: 1, brought: { body } as FetchedDocument },
    origin: { partition: 0, position: BigInt(attempt), retry: false },
  };
};

/** Tables in memory; somebody else gets in between as often as `meddles` says. */
function memory({ meddles = 0, isAway = (): boolean => false } = {}) {
  const clock = new FakeClock();
  const states = new Map<string, DocumentChange['after']>();
  const records = new Map<string, AttemptRecord>();
  const asked: string[] = [];
  let bucket: LedgerBucket = {
    ...{ bucket: 0, revision: 0, sum: NO_COUNTS },
    hosts: new Map([['a.test', NEW_HOST]]),
  };
  let meddled = 0;
  const isMeddled = () => {
    meddled += 1;
    return meddled <= meddles;
  };
  const ports = {
    clock,
    bodies: { keep: async () => {} },
    judge: async (documents) => {
      if (isAway()) throw new CrawlError('DEPENDENCY_AWAY', 'dedup is away');
      asked.push(...documents.map(({ url }) => url));
      return documents.map(() => undefined);
    },
    documents: {
      known: async () => ({ states: new Map(states), records: new Map(records) }),
      write: async (changes: readonly DocumentChange[]) => {
        if (isMeddled()) return false;
        for (const { id, after, attempts } of changes) {
          states.set(urlName({ id }), after);
          for (const one of attempts) {
            records.set(attemptName({ id, attempt: one.attempt }), one);
          }
        }
        return true;
      },
    },
    ledger: {
      read: async () => [bucket],
      write: async ([changed]: readonly LedgerBucket[]) => {
        bucket = changed!;
        return true;
      },
    },
  } as Pick<RecordingPorts, 'clock' | 'judge'> as RecordingPorts;
  return { recording: new Recording(ports), clock, asked, sum: () => bucket.sum };
}

describe('Recording', () => {
  it('decides anew when somebody else wrote in between', async () => {
    const { recording, sum } = memory({ meddles: 2 });
    const [recorded] = await recording.record([end('', 1)]);
    expect([recorded!.record.record, sum().newVersions]).toEqual(['new-version', 1]);
  });

  it('does not try for ever', async () => {
    const { recording, sum } = memory({ meddles: 100 });
    expect(await recording.record([end('', 1)]).catch(errorCodeOf)).toBe('STORE_AWAY');
    expect(sum()).toEqual(NO_COUNTS);
  });

  it('asks about new content only, in one call', async () => {
    const { recording, asked } = memory();
    await recording.record([end('x', 1), end('y', 2), end('x', 3), end('x', 1)]);
    await recording.record([end('y', 4), end('x', 1)]);
    expect(asked).toEqual(['https://a.test/x', 'https://a.test/y']);
  });

  it('counts an attempt once, under the origin it was recorded with', async () => {
    const { recording, sum } = memory();
    const first = end('x', 1);
    const published = { ...first, origin: { ...first.origin, position: 7n } };
    const recorded = await recording.record([first, published]);
    await recording.record([published]);
    await recording.record([first]);
    expect(recorded.map(({ record }) => record.origin.position)).toEqual([1n, 1n]);
    expect(sum()).toEqual({ ...NO_COUNTS, newVersions: 1 });
  });

  it('lets nobody pass while dedup is away, also who needs no verdict', async () => {
    let isAway = true;
    const { recording, sum } = memory({ isAway: () => isAway });
    const gone = { ...end('gone', 2), brought: 'nothing' as const };
    expect(await recording.record([gone]).catch(errorCodeOf)).toBe('DEPENDENCY_AWAY');
    isAway = false;
    await recording.record([gone]);
    expect(sum()).toEqual({ ...NO_COUNTS, withoutDocument: 1 });
  });
});
