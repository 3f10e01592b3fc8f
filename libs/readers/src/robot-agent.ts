import { isbot } from 'isbot';

const MOST_KEPT = 2_000;
const known = new Map<string, boolean>();

/** Whether a User-Agent says that no person reads. An empty one says nothing. */
export function isRobotAgent(userAgent: string): boolean {
  const found = known.get(userAgent);
  if (found !== undefined) return found;
  const answer = isbot(userAgent);
  // Few agents make most visits, and the patterns are many.
  if (known.size >= MOST_KEPT) known.clear();
  known.set(userAgent, answer);
  return answer;
}
