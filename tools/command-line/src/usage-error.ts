/** The arguments or settings are wrong, as opposed to what was done with them. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A whole number of at least so much, or a word about which option it was. */
export function countOption(name: string, text: unknown, least = 1): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < least) {
    throw new UsageError(
      `--${name}: must be a whole number of at least ${least}; it is ${String(text)}`,
    );
  }
  return value;
}
