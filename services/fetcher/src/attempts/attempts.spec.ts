import { describe, expect, it } from '@jest/globals';
import { parseRobots } from '@mayfly/robots';
import { FakeClock } from '@mayfly/testing';
import { trace } from '@opentelemetry/api';
import { taskOf } from '../../test/support/tasks.ts';
import type { RobotsRules } from '../core/ports.ts';
import { Attempts } from './attempts.ts';
import type { Frontier } from './frontier.ts';
import { keepLeases } from './lease-keeper.ts';

/** A page whose rules come five seconds after its lease would have ended; says how long its request may take. */
async function requestAfterOutage({ isExtended }: { readonly isExtended: boolean }) {
  const clock = new FakeClock();
  const rules = Promise.withResolvers<Awaited<ReturnType<RobotsRules['find']>>>();
  const allowedMs: number[] = [];
  const frontier = { settle: async () => true } as Partial<Frontier> as Frontier;
  const attempts = new Attempts({
    ...{ frontier, clock, agent: 'mayfly', tracer: trace.getTracer('test') },
    publish: async (_, end) => end,
    get: async ({ deadlineMs }) => {
      allowedMs.push(deadlineMs - clock.monotonicMs());
      return { answered: false, outcome: 'timeout', detail: '', timings: {} };
    },
    robots: { find: () => rules.promise, save: async () => {} },
    read: async () => undefined,
    readRobots: async () => undefined,
    settings: {
      ...{ timeoutMs: 30_000, leaseMarginMs: 5_000, hopWaitMs: 1 },
      ...{ maxBodyBytes: 1, cutBodies: false, robotsMaxAgeMs: 1 },
    },
  });
  const endsMs = clock.monotonicMs() + 60_000;
  const task = taskOf('https://a.test/', { obeyRobots: true, robotsAttempt: 1, endsMs });
  const running = attempts.run(task);
  await clock.advance(55_000);
  const extend = async (leases: readonly unknown[]) => ({
    endsMs: clock.monotonicMs() + 60_000,
    extended: leases.map(() => isExtended),
  });
  await keepLeases({ attempts, frontier: { extend }, clock });
  const asked = attempts.waiting().length;
  await clock.advance(10_000);
  rules.resolve(parseRobots('').for('mayfly'));
  await running;
  expect(asked).toBe(1);
  return allowedMs;
}

describe('an attempt that waited for its rules', () => {
  it('has all of its time where its lease was extended meanwhile', async () => {
    expect(await requestAfterOutage({ isExtended: true })).toEqual([30_000]);
  });

  it('asks nothing where its lease was lost', async () => {
    const [allowedMs = 0] = await requestAfterOutage({ isExtended: false });
    expect(allowedMs).toBeLessThanOrEqual(0);
  });
});
