import { WISH_PRIORITY } from './priority.ts';
import type { Wish } from './wish.ts';

/** Above whatever a policy gives a URL that it chose by itself, with its prior. */
const ABOVE_POLICIES = WISH_PRIORITY + 1;

/** Among what a policy chose. */
export const FALLEN_BACK_PRIORITY = WISH_PRIORITY - 1;

/** The highest that somebody may ask for. */
export const MOST_WISH_PRIORITY = 100;

/** What the frontier is told of a wish. A seed belongs to its crawl, whose policy goes on from there. */
export function wishPriority({ seed, priority = 0 }: Pick<Wish, 'seed' | 'priority'>): number {
  return seed && priority === 0 ? WISH_PRIORITY : ABOVE_POLICIES + priority;
}
