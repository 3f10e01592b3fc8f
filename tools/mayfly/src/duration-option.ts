import { UsageError } from '@mayfly/command-line';

const UNIT_MS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** Milliseconds of `250ms`, `30s`, `5m`, `2h` or `1d`. */
export function durationOption(name: string, text: string): number {
  const [, count, unit] = /^(\d{1,9}(?:\.\d{1,3})?)(ms|s|m|h|d)$/.exec(text) ?? [];
  const ms = Number(count) * (UNIT_MS[unit ?? ''] ?? Number.NaN);
  if (Number.isFinite(ms) && ms > 0) return ms;
  throw new UsageError(`--${name}: must be a time such as 250ms, 30s, 5m, 2h or 1d; it is ${text}`);
}
