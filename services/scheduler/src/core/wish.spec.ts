import { describe, expect, it } from '@jest/globals';
import { builder } from '@mayfly/testing';
import type { Url } from '@mayfly/url';
import {
  decideWish,
  fulfils,
  heard,
  type Kept,
  type Known,
  type Wish,
  wishedAgain,
} from './wish.ts';

const wish = builder<Wish>({
  url: 'https://a.test/' as Url,
  seed: false,
  submittedMs: 10_000,
  state: 'pending',
});
const known = builder<Known>({
  state: 'at-rest',
  lastAttempt: 5,
  broughtDocument: true,
  settledMs: 9_000,
});
const kept = builder<Kept>({ seenMs: 9_000, lastAttempt: 5 });

describe('decideWish', () => {
  it('is content with any document where no age is given', () => {
    expect(decideWish(wish(), known(), kept())).toEqual({ kind: 'answered' });
  });

  it('is content with a document up to the age, counted from when it was wished for', () => {
    expect(decideWish(wish({ maxAgeMs: 1_000 }), known(), kept()).kind).toBe('answered');
    expect(decideWish(wish({ maxAgeMs: 999 }), known(), kept())).toEqual({
      kind: 'order',
      afterAttempt: 5,
    });
  });

  it('is content with what was fetched since, so a crash after the order asks for nothing twice', () => {
    const since = kept({ seenMs: 10_001, lastAttempt: 6 });
    const decision = decideWish(wish({ maxAgeMs: 0 }), known({ lastAttempt: 6 }), since);
    expect(decision.kind).toBe('answered');
  });

  it('orders a page that nobody asked for', () => {
    const parked = known({ state: 'parked', lastAttempt: undefined });
    const nothing = kept({ seenMs: undefined, lastAttempt: undefined });
    expect(decideWish(wish(), parked, nothing)).toEqual({
      kind: 'order',
      afterAttempt: undefined,
    });
  });

  it('orders a seed that only other crawls have fetched', () => {
    const parked = known({ state: 'parked', lastAttempt: undefined });
    expect(decideWish(wish({ seed: true }), parked, kept()).kind).toBe('order');
  });

  it('waits for an attempt that is under way', () => {
    const nothing = kept({ seenMs: undefined, lastAttempt: undefined });
    expect(decideWish(wish(), known({ state: 'leased' }), nothing)).toEqual({
      kind: 'await',
      afterAttempt: 4,
    });
  });

  it('waits for a document that is not recorded yet, unless it will be too old', () => {
    const before = kept({ seenMs: undefined, lastAttempt: 4 });
    expect(decideWish(wish(), known(), before)).toEqual({ kind: 'await', afterAttempt: 4 });
    expect(decideWish(wish({ maxAgeMs: 0 }), known(), before).kind).toBe('order');
  });

  it('orders again after a failure', () => {
    const before = kept({ seenMs: undefined, lastAttempt: 4 });
    expect(decideWish(wish(), known({ broughtDocument: false }), before).kind).toBe('order');
  });
});

describe('fulfils', () => {
  it('takes an attempt after the one that was known, and no other', () => {
    const open = wish({ state: 'open', afterAttempt: 5 });
    expect([fulfils(5, open), fulfils(6, open), fulfils(6, wish())]).toEqual([false, true, false]);
  });
});

describe('wishedAgain', () => {
  it('makes an open wish no second time', () => {
    const open = wish({ state: 'open' });
    expect(wishedAgain(open, wish({ maxAgeMs: 0 }))).toBe(open);
  });

  it('keeps the stricter age of two that wait', () => {
    const again = wish({ submittedMs: 11_000 });
    expect(wishedAgain(wish({ maxAgeMs: 7 }), again)).toMatchObject({
      maxAgeMs: 7,
      submittedMs: 11_000,
    });
  });

  it('begins anew after a refusal', () => {
    expect(wishedAgain(wish({ state: 'refused', rule: 'scope' }), wish())).toEqual(wish());
  });
});

describe('heard', () => {
  it('fulfils a wish that waits for the attempt, and no other', () => {
    const open = wish({ state: 'open', afterAttempt: 5 });
    expect([heard(6, open), heard(5, open)]).toEqual([undefined, open]);
  });

  it('is noted where the wish is being handed over, also when somebody wishes again', () => {
    const noted = heard(4, heard(6, wish())!)!;
    expect(noted).toEqual(wish({ heardAttempt: 6 }));
    expect(wishedAgain(noted, wish({ submittedMs: 11_000 }))).toMatchObject({ heardAttempt: 6 });
  });
});
