import { describe, expect, it } from '@jest/globals';
import { FakeClock } from '@mayfly/testing';
import type { HostKey } from '@mayfly/url';
import { Buckets } from './buckets.ts';
import { Frontier } from './frontier.ts';
import { newHost } from './host-state.ts';
import type { Picking } from './picking.ts';
import type { Tables } from './ports.ts';
import { Waking } from './waking.ts';

const HOST = 'a.test' as HostKey;
const settings = {
  manners: { delayMs: 1_000, busyFactor: 0, leasesAtATime: 1, obeyRobots: true },
  pause: { crawlDelayCapMs: 60_000, backoffMs: 5_000, robotsRetryMs: 30_000 },
  ...{ leaseMs: 60_000, retryMs: 30_000, requestsPerSecond: 100, byHandPrivate: false },
};

describe('Waking', () => {
  it('forgets a host that has nothing to do, and not the one that took its place', () => {
    const clock = new FakeClock();
    const buckets = new Buckets(1);
    const around = { tables: {} as Tables, buckets, clock, random: () => 0, settings };
    const frontier = new Frontier(around);
    const waking = new Waking(frontier, {} as Picking, () => {});
    const lane = frontier.laneOf(HOST);
    const row = newHost(buckets.ofHost(HOST), HOST);
    const before = frontier.meet(lane, row);
    waking.look(before);
    expect(frontier.hostOf(HOST)).toBeUndefined();
    const now = frontier.meet(lane, row);
    waking.look(before);
    expect(frontier.hostOf(HOST)).toBe(now);
  });
});
