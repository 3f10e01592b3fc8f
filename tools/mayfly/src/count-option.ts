import { UsageError } from '@mayfly/command-line';

/** A whole number within bounds; undefined where nothing is given. */
export function countOption(
  name: string,
  text: string | undefined,
  { least, most }: { readonly least: number; readonly most: number },
): number | undefined {
  if (text === undefined) return undefined;
  const count = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (count >= least && count <= most) return count;
  throw new UsageError(
    `--${name}: must be a whole number from ${least} to ${most.toLocaleString('en')}; it is ${text}`,
  );
}
