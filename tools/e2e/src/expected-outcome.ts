import { Outcome } from '@mayfly/contracts/crawl/v1';
import type { Expected } from '@mayfly/demo-world';

/** How attempts at a page of a frozen world may end, by what the world says of it. */
const OUTCOMES: Readonly<Record<Expected, readonly Outcome[]>> = {
  ok: [Outcome.OUTCOME_OK, Outcome.OUTCOME_UNCHANGED],
  duplicate: [Outcome.OUTCOME_OK, Outcome.OUTCOME_UNCHANGED],
  redirect: [Outcome.OUTCOME_REDIRECTED, Outcome.OUTCOME_REDIRECT_LOOP],
  gone: [Outcome.OUTCOME_GONE],
  refused: [Outcome.OUTCOME_REFUSED],
  error: [Outcome.OUTCOME_BUSY, Outcome.OUTCOME_SERVER_ERROR],
  'robots-disallowed': [Outcome.OUTCOME_ROBOTS],
  unforeseen: Object.values(Outcome),
};

/** Whether an attempt ended as the world says that it must. */
export function isExpected(expected: Expected, outcome: Outcome): boolean {
  return OUTCOMES[expected].includes(outcome);
}
