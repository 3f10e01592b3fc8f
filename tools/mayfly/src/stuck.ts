import type { Progress } from './progress.ts';

/** By then something is fetched, or something is in the way. */
const PATIENCE_SECONDS = 5;
const AGAIN_SECONDS = 15;

/** While a run has fetched nothing, tells now and then why. */
export function tellerOfStuck(
  reasons: () => Promise<readonly string[]>,
  tell: (reason: string) => void,
): (progress: Pick<Progress, 'pages' | 'seconds'>) => Promise<void> {
  let nextSeconds = PATIENCE_SECONDS;
  return async ({ pages, seconds }) => {
    if (pages > 0 || seconds < nextSeconds) return;
    nextSeconds = seconds + AGAIN_SECONDS;
    // Whoever cannot be asked now is asked again; what is really wrong ends the run elsewhere.
    for (const reason of await reasons().catch(() => [])) tell(reason);
  };
}
