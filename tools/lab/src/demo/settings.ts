import { countOption, UsageError } from '@mayfly/command-line';
import type { PolicyName } from '@mayfly/echo';
import type { Asked } from '../lab.ts';
import { policyCalled } from '../policy-names.ts';

export const MODES = ['embedded', 'cluster'] as const;
/** The two ways to run a suite. */
export type Mode = (typeof MODES)[number];

/** What was asked of the lab. */
export interface DemoSettings {
  readonly minutes: number;
  /** Requests per second of a crawl; chosen from the size of the world where it is not said. */
  readonly rate: number | undefined;
  readonly revisitSeconds: number;
  readonly modes: readonly Mode[];
  readonly policies: readonly PolicyName[];
  readonly seed: number;
}

/** Reads the options; a UsageError says what is wrong with them. */
export function readSettings({ values, names }: Asked): DemoSettings {
  if (names.length > 0) throw new UsageError(`demo takes no name; ${names.join(' ')} is one`);
  return {
    minutes: countOption('minutes', values.minutes),
    rate: values.rate === undefined ? undefined : rateOf(values.rate),
    revisitSeconds: countOption('revisit', values.revisit),
    modes: modesOf(values.mode),
    policies: [...new Set(String(values.policies).split(',').map(policyCalled))],
    seed: countOption('seed', values.seed, 0),
  };
}

function rateOf(text: unknown): number {
  const rate = Number(text);
  if (text !== '' && Number.isFinite(rate) && rate > 0 && rate <= 1_000) return rate;
  throw new UsageError(
    `--rate: must be requests per second, above 0 and up to 1,000; it is ${String(text)}`,
  );
}

function modesOf(name: unknown): readonly Mode[] {
  if (name === 'both') return MODES;
  const mode = MODES.find((each) => each === name);
  if (mode === undefined) {
    throw new UsageError(`--mode: must be embedded, cluster or both; it is ${String(name)}`);
  }
  return [mode];
}
