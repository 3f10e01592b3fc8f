/** How much a prior may move a URL: never past one that is a link nearer to a seed. */
const PRIOR_WEIGHT = 0.9;

/** Breadth first: nearer to a seed is earlier, and among equals the better prior. */
export function priorityOf(depth: number, prior: number): number {
  return -depth + (prior - 0.5) * PRIOR_WEIGHT;
}

/** What somebody named is worth as much as what is nearest to a seed. */
export const WISH_PRIORITY = 0;
