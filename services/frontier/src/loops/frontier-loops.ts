import type { Clock } from '@mayfly/clock';
import { Loop } from '@mayfly/lifecycle';
import type { Log } from '@mayfly/telemetry';
import type { Desk } from '../core/desk.ts';
import { gaugesRead, leasesExpired } from '../events.ts';

/** A fetcher that repeats a settlement does so within this time. */
const ENDED_KEPT_MS = 600_000;

interface Around {
  readonly clock: Clock;
  readonly log: Log;
}

/** What happens because time passes. */
export function startLoops(desk: Desk, { clock, log }: Around): readonly Loop[] {
  return [
    new Loop({
      name: 'expire-leases',
      everyMs: 100,
      turn: async () => leasesExpired(await desk.settling.expireDue()),
      clock,
      log,
    }),
    new Loop({
      name: 'forget-crawls',
      everyMs: 500,
      turn: (signal) => desk.crawls.forget(signal),
      clock,
      log,
    }),
    new Loop({
      name: 'forget-leases',
      everyMs: 60_000,
      turn: (signal) => desk.crawls.forgetLeases(clock.nowMs() - ENDED_KEPT_MS, signal),
      clock,
      log,
    }),
    new Loop({
      name: 'read-gauges',
      everyMs: 10_000,
      turn: async () => gaugesRead(desk.looking.gauges()),
      clock,
      log,
    }),
  ];
}
