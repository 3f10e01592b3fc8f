import { UsageError } from '@mayfly/command-line';

const UNIT_MS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

interface Bounds {
  readonly leastMs: number;
  readonly mostMs: number;
  /** The same in words, such as `from 1h to 28d`. */
  readonly words: string;
}

/** Milliseconds of `250ms`, `30s`, `5m`, `2h` or `1d`. */
export function durationOption(name: string, text: string, bounds?: Bounds): number {
  const [, count, unit] = /^(\d{1,9}(?:\.\d{1,3})?)(ms|s|m|h|d)$/.exec(text) ?? [];
  const ms = Number(count) * (UNIT_MS[unit ?? ''] ?? Number.NaN);
  if (!Number.isFinite(ms) || ms <= 0) {
    throw new UsageError(
      `--${name}: must be a time above 0 such as 250ms, 30s, 5m, 2h or 1d; it is ${text}`,
    );
  }
  if (bounds !== undefined && (ms < bounds.leastMs || ms > bounds.mostMs)) {
    throw new UsageError(`--${name}: must be ${bounds.words}; it is ${text}`);
  }
  return ms;
}
