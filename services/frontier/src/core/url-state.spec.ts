import { describe, expect, it } from '@jest/globals';
import { OUTCOME } from './outcome.ts';
import { STATE, type UrlRow } from './rows.ts';
import { SCHEDULED, ordered } from './scheduling.ts';
import {
  isAbandoned,
  kept,
  leased,
  parked,
  ready,
  settled,
  unleased,
  waiting,
} from './url-state.ts';

const fresh = parked({
  bucket: 0,
  crawl: 'news',
  host: 'a.test' as never,
  id: '0123456789' as never,
  url: 'http://a.test/' as never,
  source: 'submit',
  sourceAttempt: 0,
  discoverMs: 5,
  depth: 0,
  hops: 0,
  seed: true,
});
const at = { nowMs: 100, ageMs: 100 };
const queued = waiting(fresh, { priority: 3 }, at);
const out = leased(queued, 7);
const end = { nowMs: 200, retryMs: 10, triesAgain: true };

describe('a URL', () => {
  it('is parked at first, and in one index at a time from then on', () => {
    expect(fresh).toMatchObject({ state: STATE.parked });
    expect(fresh.rank).toBeUndefined();
    expect(queued).toMatchObject({ state: STATE.waiting, rank: -3 });
    expect(out).toMatchObject({ state: STATE.leased, rank: undefined, lastAttempt: 7 });
  });

  it('waits apart until its time has come', () => {
    const later = waiting(fresh, { priority: 3, notBeforeMs: 500 }, at);
    expect(later).toMatchObject({ rank: undefined, laterMs: 500 });
    expect(ready(later)).toMatchObject({ rank: -3, laterMs: undefined });
  });

  it('keeps its age when a second order replaces priority and time', () => {
    const again = waiting(queued, { priority: 9 }, { nowMs: 300, ageMs: 300 });
    expect(again).toMatchObject({ ageMs: 100, rank: -9 });
  });

  it('rests with the outcome of its attempt and forgets old validators', () => {
    const row = settled({ ...out, etag: 'old' }, { outcome: OUTCOME.gone }, end);
    expect(row).toMatchObject({
      state: STATE.atRest,
      lastOutcome: 4,
      settleMs: 200,
      etag: undefined,
    });
  });

  it('waits longer after each failure and rests after the third, with its validators', () => {
    const failed = (row: UrlRow) => settled(row, { outcome: OUTCOME.dns }, end);
    const once = failed({ ...out, etag: 'kept' });
    expect(once).toMatchObject({ state: STATE.waiting, failures: 1, laterMs: 210, etag: 'kept' });
    const twice = failed(leased(once, 8));
    expect(twice).toMatchObject({ state: STATE.waiting, failures: 2, laterMs: 220, priority: 3 });
    expect(failed(leased(twice, 9))).toMatchObject({ state: STATE.atRest, failures: 3 });
  });

  it('that nobody waits for is not tried again', () => {
    const row = settled(out, { outcome: OUTCOME.dns }, { ...end, triesAgain: false });
    expect(row.state).toBe(STATE.atRest);
    expect(unleased(out, { ...end, triesAgain: false, expired: true })).toMatchObject({
      state: STATE.parked,
      expiries: 1,
    });
  });

  it('follows the order that came while it was leased', () => {
    const row = settled(kept(out, { priority: 8, notBeforeMs: 900 }), { outcome: OUTCOME.ok }, end);
    expect(row).toMatchObject({
      state: STATE.waiting,
      priority: 8,
      laterMs: 900,
      lastOutcome: OUTCOME.ok,
      keptPriority: undefined,
    });
  });

  it('goes back to its place when its lease expires, and is abandoned after three', () => {
    let row = out;
    for (const expiries of [1, 2, 3]) {
      row = unleased(row, { ...end, expired: true });
      expect(row).toMatchObject({ state: STATE.waiting, expiries, ageMs: 100, rank: -3 });
      expect(isAbandoned(row)).toBe(expiries === 3);
      row = leased(row, 7 + expiries);
    }
    expect(settled(row, { outcome: OUTCOME.abandoned }, end).expiries).toBe(0);
  });

  it('given back is not held to have expired', () => {
    expect(unleased(out, { ...end, expired: false }).expiries).toBe(0);
  });
});

describe('an order', () => {
  const order = (afterAttempt?: number) => ({ crawl: '', url: '', priority: 1, afterAttempt });
  const rested = settled(out, { outcome: OUTCOME.ok }, end);

  it('for a first fetch is stale once there was an attempt', () => {
    expect(ordered(fresh, order(), at).answer).toBe(SCHEDULED.waiting);
    expect(ordered(out, order(), at)).toEqual({ answer: SCHEDULED.stale });
    expect(ordered(rested, order(), at)).toEqual({ answer: SCHEDULED.stale });
  });

  it('after the attempt that is out is kept', () => {
    expect(ordered(out, order(7), at)).toMatchObject({
      answer: SCHEDULED.kept,
      row: { state: STATE.leased, keptPriority: 1 },
    });
    expect(ordered(out, order(6), at).answer).toBe(SCHEDULED.stale);
  });

  it('after the last attempt lets it wait anew, without its old failures', () => {
    const failed = { ...rested, failures: 3 };
    expect(ordered(failed, order(7), at)).toMatchObject({
      answer: SCHEDULED.waiting,
      row: { state: STATE.waiting, failures: 0 },
    });
  });
});
