import { describe, expect, it } from '@jest/globals';
import { testSeed } from '@mayfly/testing';
import type { Url } from '@mayfly/url';
import fc from 'fast-check';
import { hashOfUrl, rowIdOf } from '../core/row-id.ts';
import { KIND, type LeaseRow } from '../core/rows.ts';
import { packedLeases, unpackedLeases } from './lease-groups.ts';

const URL = 'http://a.test/1' as Url;
const ID = rowIdOf(0, hashOfUrl(URL), 1);

const lease = fc
  .record({
    attempt: fc.nat(),
    crawl: fc.constantFrom('news', 'more'),
    fetcher: fc.constantFrom('f', 'g'),
    leasedMs: fc.constantFrom(0, 1_700_000_000_000),
    expiresMs: fc.constantFrom(1_700_000_060_000, 1_700_000_090_000),
    named: fc.constantFrom(true, undefined),
    orphan: fc.constantFrom(true, undefined),
    isPage: fc.boolean(),
  })
  .map(({ isPage, ...rest }): LeaseRow => {
    const what = isPage ? { id: ID, url: undefined } : { id: undefined, url: URL };
    return { ...rest, ...what, kind: isPage ? KIND.page : KIND.robots };
  });

describe('the leases of a host', () => {
  it('are the same and in their order after they were packed', () => {
    fc.assert(
      fc.property(fc.array(lease, { maxLength: 12 }), (leases) => {
        expect(unpackedLeases(packedLeases(leases))).toEqual(leases);
      }),
      { seed: testSeed(), numRuns: 500 },
    );
  });

  it('that were given together say once what they share', () => {
    const one = { crawl: 'news', kind: KIND.page, fetcher: 'f', leasedMs: 5, expiresMs: 9 };
    const leases = [1, 2, 3].map((attempt) => ({ ...one, attempt, id: ID }));
    expect(JSON.parse(packedLeases(leases))).toHaveLength(1);
  });
});
