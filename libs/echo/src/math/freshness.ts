/** The chance that a copy is still what the page says, so long after it was made. */
export function expectedFreshness(changeRate: number, waited: number): number {
  return Math.exp(-changeRate * Math.max(0, waited));
}

/** How long a copy is expected to have been out of date; 0 for one that is not. */
export function expectedAge(changeRate: number, waited: number): number {
  if (!(changeRate > 0) || !(waited > 0)) return 0;
  const x = changeRate * waited;
  // For small x the difference of the two terms is lost in rounding.
  if (x < 1e-4) return (waited * x) / 2;
  return waited + Math.expm1(-x) / changeRate;
}
