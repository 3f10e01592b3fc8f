import { durationMs, type ProtoDuration } from '@mayfly/grpc';

/** A number to three digits. */
export function shownNumber(value: number): string {
  if (value === 0 || !Number.isFinite(value)) return `${value}`;
  if (Math.abs(value) >= 1_000) return Math.round(value).toLocaleString('en');
  return Math.abs(value) < 0.001 ? value.toExponential(1) : `${Number(value.toPrecision(3))}`;
}

/** A share as a percentage. */
export function shownShare(share: number): string {
  return `${shownNumber(100 * share)} %`;
}

const UNITS: readonly (readonly [ms: number, name: string])[] = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1_000, 's'],
];

/** A length of time in the largest unit of which there are at least two, or a second; `-` where there is none. */
export function shownDuration(duration: ProtoDuration | undefined): string {
  if (duration === undefined) return '-';
  const ms = durationMs(duration);
  const [length, name] = UNITS.find(([each]) => ms >= (each === 1_000 ? each : 2 * each)) ?? [
    1,
    'ms',
  ];
  return `${shownNumber(ms / length)} ${name}`;
}

/** In seconds, for scripts. */
export function plainSeconds(duration: ProtoDuration | undefined): number | undefined {
  return duration === undefined ? undefined : durationMs(duration) / 1_000;
}

/** A moment with how long ago it was or how far away it is, as short as a table wants it. */
export function shownFrom(time: Date | undefined, nowMs: number): string {
  if (time === undefined) return '-';
  const ms = time.getTime() - nowMs;
  const [length, name] = UNITS.find(([each]) => Math.abs(ms) >= 2 * each) ?? [1_000, 's'];
  const count = Math.round(Math.abs(ms) / length);
  if (count === 0) return 'now';
  return ms > 0 ? `in ${count} ${name}` : `${count} ${name} ago`;
}
