import { describe, expect, it } from '@jest/globals';
import { FakeClock } from '@mayfly/testing';
import type { HostKey } from '@mayfly/url';
import { SETTINGS } from '../../test/support/desk-at-hand.ts';
import { meetHost } from './bucket-reading.ts';
import { Buckets } from './buckets.ts';
import { Frontier } from './frontier.ts';
import { newHost } from './host-state.ts';
import { Lane, type LaneAround } from './lane.ts';
import type { Picking } from './picking.ts';
import type { Tables } from './ports.ts';
import { Waking } from './waking.ts';

const HOST = 'a.test' as HostKey;
describe('Waking', () => {
  it('forgets a host that has nothing to do, and not the one that took its place', () => {
    const clock = new FakeClock();
    const buckets = new Buckets(1);
    const around = {
      tables: {} as Tables,
      buckets,
      clock,
      random: () => 0,
      settings: SETTINGS,
      ownerOf: () => undefined,
      replica: () => '',
    };
    const frontier = new Frontier(around);
    const waking = new Waking(frontier, {} as Picking, () => {});
    const lane = new Lane({ bucket: 0, epoch: 1 }, {} as LaneAround);
    frontier.lanes[0] = lane;
    const row = newHost(buckets.ofHost(HOST), HOST);
    const before = meetHost(frontier, lane, row);
    waking.look(before);
    expect(frontier.hostOf(HOST)).toBeUndefined();
    const now = meetHost(frontier, lane, row);
    waking.look(before);
    expect(frontier.hostOf(HOST)).toBe(now);
  });
});
