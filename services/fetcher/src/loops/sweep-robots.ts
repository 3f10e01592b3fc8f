import type { Turn } from '@mayfly/lifecycle';
import type { Swept } from '../core/ports.ts';
import { rulesSwept } from '../events.ts';

/** Removes rules of robots.txt that nobody needs any more, some a turn. */
export const sweepRobots = (sweep: () => Promise<Swept>) => async (): Promise<Turn> => {
  const { removed, isMore } = await sweep();
  rulesSwept(removed);
  return isMore ? 'more' : 'done';
};
