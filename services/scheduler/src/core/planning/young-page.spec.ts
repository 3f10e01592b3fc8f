import { describe, expect, it } from '@jest/globals';
import type { Url } from '@mayfly/url';
import { isOld, visitsOf, withVisit, YOUNG_MS, type YoungPage } from './young-page.ts';

const DAY_MS = 86_400_000;
const PAGE: YoungPage = {
  ...{ url: 'https://a.test/1' as Url, foundMs: 10, birthMs: 10, birthBy: 'middle', sources: [0] },
  ...{ days: [], prior: 1, attempt: 0, recordedMs: undefined, watched: false },
};

describe('withVisit', () => {
  it('counts by days of age, and what is outside of 15 of them not at all', () => {
    const times = [10, 11, 10 + 2 * DAY_MS, 5, 10 + 15 * DAY_MS];
    const page = times.reduce(withVisit, PAGE);
    expect(page.days).toEqual([3, 0, 1]);
    expect(visitsOf(page)).toBe(4);
  });
});

describe('isOld', () => {
  it('is what a date says; without one nobody knows', () => {
    expect([isOld(0, YOUNG_MS), isOld(0, YOUNG_MS + 1), isOld(undefined, 1e15)]).toEqual([
      ...[false, true, false],
    ]);
  });
});
