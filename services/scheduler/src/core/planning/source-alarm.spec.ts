import { describe, expect, it } from '@jest/globals';
import { alarmOf } from './source-alarm.ts';

/** A link a second, and no new one for some seconds. */
const quietFor = (seconds: number, more = {}) =>
  alarmOf({
    ...{ lambda: 1, crawls: 5, quiet: 3, lastNewMs: 0, nowMs: seconds * 1_000, strangers: 0 },
    ...{ before: undefined, ...more },
  });

describe('alarmOf', () => {
  it('is silent when eight links were expected and none came', () => {
    expect(quietFor(7.9)).toBeUndefined();
    expect(quietFor(8)).toEqual({ kind: 'silent', sinceMs: 8_000, expected: 8 });
  });

  it('is not found when readers know pages of it that it never showed', () => {
    expect(quietFor(3, { strangers: 2 })).toBeUndefined();
    expect(quietFor(2.9, { strangers: 3 })).toBeUndefined();
    expect(quietFor(3, { strangers: 3 })).toMatchObject({ kind: 'not-found' });
  });

  it('says nothing of a source that is hardly known, or was not looked at since', () => {
    expect(quietFor(99, { crawls: 2 })).toBeUndefined();
    expect(quietFor(99, { quiet: 0 })).toBeUndefined();
  });

  it('lasts since it began', () => {
    const before = { kind: 'silent', sinceMs: 8_000, expected: 8 } as const;
    expect(quietFor(20, { before })).toEqual({ kind: 'silent', sinceMs: 8_000, expected: 20 });
  });
});
