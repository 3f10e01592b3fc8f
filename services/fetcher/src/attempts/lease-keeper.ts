import type { Clock } from '@mayfly/clock';
import type { RunningAttempt } from './running-attempt.ts';
import type { Frontier } from './frontier.ts';

/** A lease that ends within this is extended. */
const SOON_MS = 10_000;

interface Keeping {
  readonly attempts: { waiting(): readonly RunningAttempt[] };
  readonly frontier: Pick<Frontier, 'extend'>;
  readonly clock: Pick<Clock, 'monotonicMs'>;
}

/**
 * Gives more time to attempts that wait for something of ours (a reader, the stream, a lease of another
 * host): what was fetched once need not be fetched again because Kafka was away.
 */
export async function keepLeases({ attempts, frontier, clock }: Keeping): Promise<void> {
  const soonMs = clock.monotonicMs() + SOON_MS;
  const ending = attempts.waiting().filter(({ endsMs, isLost }) => !isLost && endsMs < soonMs);
  if (ending.length === 0) return;
  const answer = await frontier.extend(ending.map(({ task }) => task));
  ending.forEach((attempt, at) => {
    // One that is lost is not asked for again; how it ended is told all the same.
    if (answer.extended[at] === true) attempt.endsMs = answer.endsMs;
    else attempt.isLost = true;
  });
}
