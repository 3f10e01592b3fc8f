import { describe, expect, it } from '@jest/globals';
import type { Url } from '@mayfly/url';
import { urlStateOf } from './url-state.ts';
import type { Known, Wish } from './wish.ts';

const wish = (state: Wish['state']): Wish => ({
  ...{ url: 'https://a.test/' as Url, seed: false, submittedMs: 0, state },
});
const known = (state: Known['state'], lastAttempt?: number): Known => ({
  ...{ state, lastAttempt, broughtDocument: true, settledMs: 0 },
});
const kept = (lastAttempt?: number) => ({ seenMs: undefined, lastAttempt });

describe('urlStateOf', () => {
  it.each([
    ['unknown', undefined, undefined, kept()],
    ['submitted', wish('pending'), undefined, kept()],
    ['submitted', wish('pending'), known('at-rest', 3), kept(3)],
    ['refused', wish('refused'), undefined, kept()],
    ['parked', wish('refused'), known('parked'), kept()],
    ['waiting', wish('open'), known('waiting'), kept()],
    ['leased', undefined, known('leased', 1), kept()],
    ['settled', undefined, known('at-rest', 3), kept(2)],
    ['settled', undefined, known('at-rest', 3), kept()],
    ['recorded', undefined, known('at-rest', 3), kept(3)],
    ['recorded', undefined, known('at-rest', 3), kept(4)],
  ] as const)('is %s', (state, wished, frontier, documents) => {
    expect(urlStateOf(wished, frontier, documents)).toBe(state);
  });
});
