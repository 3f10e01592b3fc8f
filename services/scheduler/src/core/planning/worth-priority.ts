import type { PolicyName } from '@mayfly/echo';
import { priorityOf, WISH_PRIORITY } from '../priority.ts';

/** Twelve powers of ten of worth on either side of 1 fit between a wish and what nobody chose. */
const DECADES = 12;

/**
 * What somebody named goes before what a policy chose, and that before what is fetched because there is time. Between,
 * `mayfly` orders by worth, so that a hot page found now overtakes; of others the order of their decisions is kept,
 * since URLs of one priority are fetched in the order of their orders.
 */
export function worthPriority(policy: PolicyName, worth: number): number {
  if (policy !== 'mayfly') return WISH_PRIORITY - 1;
  const decades = worth > 0 ? Math.log10(worth) / DECADES : -1;
  return WISH_PRIORITY - 1 + Math.min(0.99, Math.max(-0.99, decades));
}

/** Behind all that was chosen: breadth first. */
export function spareTimePriority(depth: number, prior: number): number {
  return WISH_PRIORITY - 3 + priorityOf(depth, prior);
}
