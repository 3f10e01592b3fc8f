/** How many buckets each replica should have: as even as can be, and together all of them. */
export function sharesOf(living: readonly string[], buckets: number): ReadonlyMap<string, number> {
  const all = [...new Set(living)].sort();
  const [each, more] = [Math.floor(buckets / all.length), buckets % all.length];
  return new Map(all.map((replica, at) => [replica, each + (at < more ? 1 : 0)]));
}
