import type { Turn } from '@mayfly/lifecycle';
import { type BudgetBook, hasNewestBudgets, type PutBudgets } from '../core/budgets.ts';

/** So often the frontier is told again what it knows: one that lost its data, or a new one, would never ask. */
const AGAIN_MS = 60_000;

/** Tells the frontier what all crawls together may ask. */
export const putBudgets = ({
  budgets,
  put,
  nowMs,
}: {
  readonly budgets: BudgetBook;
  readonly put: PutBudgets;
  readonly nowMs: () => number;
}) => {
  let toldMs = -Infinity;
  return async (): Promise<Turn> => {
    const now = budgets.now();
    const isDue = nowMs() - toldMs >= AGAIN_MS;
    if (now.revision === 0 || (hasNewestBudgets(now) && !isDue)) return 'done';
    const theirs = await put(now);
    await budgets.told(now.revision, theirs);
    toldMs = nowMs();
    return hasNewestBudgets(budgets.now()) ? 'done' : 'more';
  };
};
