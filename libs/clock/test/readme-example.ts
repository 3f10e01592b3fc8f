import { type Clock, systemClock } from '@mayfly/clock';

function hostRested(clock: Clock, endedMs: number, pauseMs: number): boolean {
  return clock.monotonicMs() - endedMs >= pauseMs;
}

export async function example() {
  const endedMs = systemClock.monotonicMs();
  const virtual: Clock = { ...systemClock, monotonicMs: () => endedMs + 5_000 };
  return {
    now: hostRested(systemClock, endedMs, 5_000),
    later: hostRested(virtual, endedMs, 5_000),
  };
}
