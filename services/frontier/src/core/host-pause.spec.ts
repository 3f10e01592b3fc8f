import { describe, expect, it } from '@jest/globals';
import { newHost } from './host-state.ts';
import { pauseAfter, restLeftMs, robotsPauseMs, usualPauseMs } from './host-pause.ts';
import { OUTCOME } from './outcome.ts';
import { REST } from './rows.ts';

const manners = { delayMs: 1_000, busyFactor: 2, leasesAtATime: 1, obeyRobots: true };
const settings = {
  ...{ crawlDelayCapMs: 60_000, backoffMs: 5_000, robotsRetryMs: 30_000 },
  ...{ tripAfter: 8, tripMs: 1_800_000 },
};
const around = { manners, settings, random: 1 };
const fresh = { failures: 0 };

describe('usualPauseMs', () => {
  it('keeps to the delay of a fast host', () => {
    expect(usualPauseMs({}, manners, settings, 20)).toBe(1_000);
  });

  it('rests longer on a host that answers slowly, but not for ever', () => {
    expect(usualPauseMs({}, manners, settings, 3_000)).toBe(6_000);
    expect(usualPauseMs({}, manners, settings, 10_000_000)).toBe(300_000);
  });

  it('gives a crawl delay up to the cap, unless robots.txt is not obeyed', () => {
    expect(usualPauseMs({ crawlDelayMs: 7_000 }, manners, settings)).toBe(7_000);
    expect(usualPauseMs({ crawlDelayMs: 9_000_000 }, manners, settings)).toBe(60_000);
    const deaf = { ...manners, obeyRobots: false };
    expect(usualPauseMs({ crawlDelayMs: 7_000 }, deaf, settings)).toBe(1_000);
  });
});

describe('pauseAfter', () => {
  it('is nothing when no request was made', () => {
    expect(pauseAfter(fresh, { outcome: OUTCOME.robots }, around)).toBeUndefined();
    expect(pauseAfter(fresh, { outcome: OUTCOME.abandoned }, around)).toBeUndefined();
  });

  it('stays away as long as the host asks, a day at most', () => {
    const asked = (retryAfterMs: number) =>
      pauseAfter(fresh, { outcome: OUTCOME.busy, retryAfterMs }, around);
    expect(asked(120_000)).toEqual({ restMs: 120_000, reason: REST.busy, failures: 1 });
    expect(asked(1e12)?.restMs).toBe(86_400_000);
    expect(pauseAfter(fresh, { outcome: OUTCOME.ok, retryAfterMs: 9_000 }, around)).toEqual({
      restMs: 9_000,
      reason: REST.busy,
      failures: 0,
    });
  });

  it('doubles for a host that stays busy, up to an hour, and leaves half to chance', () => {
    const busy = (failures: number, random: number) =>
      pauseAfter({ failures }, { outcome: OUTCOME.busy }, { ...around, random })?.restMs;
    expect([busy(0, 1), busy(1, 1), busy(2, 1)]).toEqual([5_000, 10_000, 20_000]);
    expect(busy(2, 0)).toBe(10_000);
    expect(busy(6, 1)).toBe(320_000);
  });

  it('holds single failures against the page, and three in a row against the host', () => {
    const failed = (failures: number) =>
      pauseAfter({ failures }, { outcome: OUTCOME.timeout }, around);
    expect(failed(0)).toEqual({ restMs: 1_000, reason: REST.delay, failures: 1 });
    expect(failed(1)).toEqual({ restMs: 1_000, reason: REST.delay, failures: 2 });
    expect(failed(2)).toEqual({ restMs: 5_000, reason: REST.failing, failures: 3 });
    expect(failed(3)?.restMs).toBe(10_000);
  });

  it('halves the failures with every answer, so that a host that is back has to prove it', () => {
    expect(pauseAfter({ failures: 9 }, { outcome: OUTCOME.gone }, around)).toMatchObject({
      failures: 4,
      reason: REST.delay,
      restMs: 1_000,
    });
  });

  it('leaves a host alone for long that failed too often, longer each time, up to a day', () => {
    const fail = (failures: number) =>
      pauseAfter({ failures }, { outcome: OUTCOME.timeout }, { ...around, random: 1 });
    expect(fail(6)).toMatchObject({ failures: 7, reason: REST.failing });
    expect(fail(7)).toMatchObject({ failures: 8, reason: REST.tripped, restMs: 1_800_000 });
    expect(fail(8)).toMatchObject({ restMs: 3_600_000 });
    expect(fail(500)).toMatchObject({ restMs: 86_400_000 });
  });
});

describe('robotsPauseMs', () => {
  it('doubles from the first to an hour', () => {
    expect([1, 2, 3, 50].map((times) => robotsPauseMs(settings, times))).toEqual([
      30_000, 60_000, 120_000, 3_600_000,
    ]);
  });
});

describe('restLeftMs', () => {
  it('is never longer than the rest was made for, whatever the wall clock does', () => {
    const row = { ...newHost(0, 'a.test' as never), nextAllowedMs: 10_000, restMs: 1_000 };
    expect(restLeftMs(row, 9_500)).toBe(500);
    expect(restLeftMs(row, -1e9)).toBe(1_000);
    expect(restLeftMs(row, 20_000)).toBe(0);
  });
});
