import type { Clock } from '@mayfly/clock';
import { Loop } from '@mayfly/lifecycle';
import type { Log } from '@mayfly/telemetry';
import type { Desk } from '../core/desk.ts';
import { gaugesRead, leasesExpired } from '../events.ts';

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
      name: 'catch-up',
      everyMs: 1_000,
      turn: async () => desk.frontier.catchUp(),
      clock,
      log,
    }),
    new Loop({
      name: 'hear-crawls',
      everyMs: 1_000,
      turn: () => desk.crawls.hear(),
      clock,
      log,
    }),
    new Loop({
      name: 'hear-budgets',
      everyMs: 1_000,
      turn: () => desk.budgets.hear(),
      clock,
      log,
    }),
    new Loop({
      name: 'keep-slices',
      everyMs: 250,
      turn: () => desk.keepSlices(),
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
      name: 'read-gauges',
      everyMs: 10_000,
      turn: async () => gaugesRead(desk.looking.gauges()),
      clock,
      log,
    }),
  ];
}
