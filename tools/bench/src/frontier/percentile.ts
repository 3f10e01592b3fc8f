/** The value that a share of all values does not pass, such as 0.99. */
export function percentile(values: readonly number[], share: number): number {
  if (values.length === 0) throw new Error('no values');
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)]!;
}
