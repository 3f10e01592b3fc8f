import { describe, expect, it } from '@jest/globals';
import { builder } from '@mayfly/testing';
import type { Crawl } from './crawl.ts';
import { OrderRoom } from './order-room.ts';
import type { Ledger } from './ports.ts';

const ledger = builder<Ledger>({
  ...{ known: 0, parked: 0, waiting: 0, leased: 0, leasesGiven: 0, leasesOut: 0, pages: 0 },
  ...{ deferred: 0, deferredHosts: [] },
});

const crawlAt = (requestsPerSecond?: number) =>
  ({
    name: 'news',
    settings: { limits: requestsPerSecond === undefined ? {} : { requestsPerSecond } },
  }) as Crawl;

const at = (nowMs: number, lately?: number) => ({ nowMs, lately });

/** Looks each 100 ms at a frontier of which nothing is leased, and orders whatever there is room for. */
function orderedOnRestingHosts(room: OrderRoom, rate: number, seconds: number): number {
  let waiting = 0;
  for (let nowMs = 0; nowMs <= seconds * 1_000; nowMs += 100) {
    waiting += Math.max(0, room.of(crawlAt(rate), ledger({ waiting }), at(nowMs)));
  }
  return waiting;
}

describe('room for orders', () => {
  it('is as far ahead as the settings say, and no more than some seconds of a rate', () => {
    const room = new OrderRoom(2_000);
    expect(room.of(crawlAt(), ledger({ waiting: 10 }), at(0))).toBe(1_990);
    expect(room.of(crawlAt(10), ledger({ waiting: 10 }), at(0))).toBe(20);
    expect(room.of(crawlAt(0.1), ledger({ waiting: 5, deferred: 3 }), at(0))).toBe(2);
  });

  it('is some seconds of what was done lately where there is no rate, but keeps fetchers busy', () => {
    const room = new OrderRoom(2_000);
    expect(room.of(crawlAt(), ledger({ waiting: 10 }), at(0, 50))).toBe(490);
    expect(room.of(crawlAt(), ledger({ waiting: 10 }), at(0, 1))).toBe(90);
    expect(room.of(crawlAt(), ledger({ waiting: 10 }), at(0, 900))).toBe(1_990);
  });

  it('grows by what is missed while all that was ordered is on hosts that rest', () => {
    expect(orderedOnRestingHosts(new OrderRoom(2_000), 2, 60)).toBeGreaterThan(100);
    expect(orderedOnRestingHosts(new OrderRoom(50), 2, 600)).toBe(50);
  });

  it('does not grow while the rate is kept, and shrinks again when it is', () => {
    const room = new OrderRoom(2_000);
    const stuck = orderedOnRestingHosts(room, 2, 20);
    for (let second = 21; second <= 60; second += 1) {
      const leasesGiven = (second - 20) * 2;
      room.of(crawlAt(2), ledger({ waiting: stuck, leasesGiven }), at(second * 1_000));
    }
    const empty = ledger({ waiting: 0, leasesGiven: 82 });
    expect(room.of(crawlAt(2), empty, at(60_500))).toBe(6);
  });

  it('does not grow while there is nothing to order', () => {
    const room = new OrderRoom(2_000);
    for (let second = 0; second < 60; second += 1) {
      room.of(crawlAt(2), ledger({ waiting: 1 }), at(second * 1_000));
    }
    expect(room.of(crawlAt(2), ledger({ waiting: 1 }), at(60_500))).toBe(5);
  });
});
