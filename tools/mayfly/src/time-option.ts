import { UsageError } from '@mayfly/command-line';
import { durationOption } from './duration-option.ts';

const ISO = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2}))?$/;
const LENGTH = /^\d+(?:\.\d+)?[a-z]+$/;

/** A time to come: `2026-12-24`, `2026-12-24T18:00Z`, or a length from now such as `2h`. Days begin in UTC. */
export function timeOption(name: string, text: string, nowMs: number): Date {
  if (LENGTH.test(text)) return new Date(nowMs + durationOption(name, text));
  const ms = ISO.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(ms)) {
    throw new UsageError(
      `--${name}: must be a time such as 2026-12-24, 2026-12-24T18:00Z or 2h; it is ${text}`,
    );
  }
  if (ms > nowMs) return new Date(ms);
  throw new UsageError(`--${name}: ${text} is over`);
}
