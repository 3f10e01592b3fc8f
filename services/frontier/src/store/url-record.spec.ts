import { describe, expect, it } from '@jest/globals';
import { testSeed } from '@mayfly/testing';
import { hostOf, type Url } from '@mayfly/url';
import fc from 'fast-check';
import { hashOfUrl, rowIdOf } from '../core/row-id.ts';
import type { UrlRow } from '../core/rows.ts';
import { leased, parked, settled, waiting } from '../core/url-state.ts';
import { placeOf, readyPlace, recordOf, urlOfRecord } from './url-record.ts';
import { urlsTable } from './urls-table.ts';

const url = fc
  .tuple(
    fc.constantFrom('http', 'https'),
    fc.constantFrom('a.test', 'b.test:8080', '[::1]'),
    fc.constantFrom('/', '/x?y=//z', '/a/b'),
  )
  .map(([scheme, host, path]) => `${scheme}://${host}${path}` as Url);

const some = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

const found = fc.record({
  url,
  source: fc.oneof(url, fc.constantFrom('submit', 'visits')),
  sourceAttempt: fc.nat(),
  discoverMs: fc.nat(2e12),
  depth: fc.nat(9),
  hops: fc.nat(3),
  seed: fc.boolean(),
  group: some(fc.constantFrom('g1', 'g2')),
  traceparent: some(fc.constant('00-aa-bb-01')),
});

const order = fc.record({
  priority: fc.constantFrom(0, 1, -3, 0.5),
  notBeforeMs: some(fc.nat(2e12)),
});

/** A URL somewhere on its way. */
const row = fc
  .tuple(
    found,
    fc.nat(500),
    order,
    fc.constantFrom('parked', 'waiting', 'leased', 'settled', 'failed'),
  )
  .map(([{ url: at, ...rest }, nth, how, state]): UrlRow => {
    const host = hostOf(at);
    const nowMs = rest.discoverMs;
    const id = rowIdOf(nth, hashOfUrl(at), 64);
    const fresh = parked({ bucket: 1, crawl: 'news', host, id, url: at, ...rest });
    const queued = waiting(fresh, how, { nowMs, ageMs: nowMs + 1 / 4_096 });
    const out = leased(queued, 7);
    if (state === 'parked') return fresh;
    if (state === 'waiting') return queued;
    if (state === 'leased') return out;
    const end = { outcome: state === 'failed' ? 10 : 1, etag: '"e"' };
    return settled(out, end, { nowMs: nowMs + 5, retryMs: 1_000, triesAgain: true });
  });

/** Rows that lack a column and rows that have it without a value are the same. */
const bare = (one: object) =>
  Object.fromEntries(Object.entries(one).filter(([, value]) => value !== undefined));

describe('the record of a URL', () => {
  it('says all that the row says', () => {
    fc.assert(
      fc.property(row, (one) => {
        const record = recordOf(one);
        expect(bare(urlOfRecord(record, one.host))).toEqual(bare(one));
      }),
      { seed: testSeed(), numRuns: 1_000 },
    );
  });
});

describe('the place of a URL', () => {
  it('has its age in whole numbers, and is found again by what the index says', () => {
    const host = hostOf('http://a.test/' as Url);
    const queue = { bucket: 1, crawl: 'news', host };
    const ageMs = 1_800_000_000_000 + 7 / 4_096;
    const place = readyPlace(queue, {
      id: rowIdOf(0, hashOfUrl('http://a.test/' as Url), 1),
      rank: -1,
      ageMs,
    });
    expect(Number.isSafeInteger(place.second)).toBe(true);
    expect(placeOf(place)).toMatchObject({ rank: -1, ageMs });
  });

  it('of format 1, with an age that has a fraction, is migrated', () => {
    const step = urlsTable.migrate[1]!;
    expect(step({ second: 1.5, path: '/' })).toEqual({ second: 6_144, path: '/' });
    expect(step({ path: '/' })).toEqual({ path: '/' });
  });
});
