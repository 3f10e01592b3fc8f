import { describe, expect, it } from '@jest/globals';
import { testSeed } from '@mayfly/testing';
import * as fc from 'fast-check';
import { addCounts, type Counted, countInto, type LedgerBucket, NO_COUNTS } from './ledger.ts';

const EMPTY: LedgerBucket = { bucket: 3, revision: 0, sum: NO_COUNTS, hosts: new Map() };
const counted = (host: string, position: number, retry = false): Counted => ({
  host,
  origin: { partition: 3, position: BigInt(position), retry },
  record: 'new-version',
});

describe('countInto', () => {
  it('counts once what comes twice', () => {
    const once = countInto(EMPTY, [counted('a.test', 1), counted('a.test', 2)])!;
    expect(once.sum.newVersions).toBe(2);
    expect(countInto(once, [counted('a.test', 1), counted('a.test', 2)])).toBeUndefined();
  });

  it('guards retried messages apart from those that come the first time', () => {
    const first = countInto(EMPTY, [counted('a.test', 9)])!;
    expect(countInto(first, [counted('a.test', 1, true)])!.sum.newVersions).toBe(2);
  });

  it('counts each kind in its own column', () => {
    const records = ['new-version', 'unchanged', 'duplicate', 'no-document', 'late'] as const;
    const all = records.map((record, at) => ({ ...counted('a.test', at), record }));
    expect(countInto(EMPTY, all)!.sum).toEqual({
      ...{ newVersions: 1, unchanged: 1, duplicates: 1, withoutDocument: 1, late: 1 },
    });
  });

  it('sums its hosts, however batches are cut and repeated', () => {
    const hosts = fc.constantFrom('a.test', 'b.test', 'c.test');
    fc.assert(
      fc.property(fc.array(hosts, { maxLength: 40 }), fc.array(fc.nat(39)), (keys, restarts) => {
        const messages = keys.map((host, position) => counted(host, position));
        let bucket = EMPTY;
        const apply = (some: readonly Counted[]) => {
          const changed = countInto(bucket, some);
          if (changed === undefined) return;
          bucket = { ...changed, hosts: new Map([...bucket.hosts, ...changed.hosts]) };
        };
        // A crash repeats from somewhere on, in order, up to what was handed out before it.
        for (const at of [...restarts].sort((a, b) => a - b)) apply(messages.slice(0, at));
        apply(messages);
        const sums = [...bucket.hosts.values()].map(({ counts }) => counts);
        expect(sums.reduce(addCounts, NO_COUNTS)).toEqual(bucket.sum);
        expect(bucket.sum.newVersions).toBe(messages.length);
      }),
      { seed: testSeed() },
    );
  });
});
