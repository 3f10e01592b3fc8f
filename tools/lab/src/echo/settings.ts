import { resolve } from 'node:path';
import { countOption, UsageError } from '@mayfly/command-line';
import { type Feedback, POLICY_NAMES, type PolicyName } from '@mayfly/echo';
import { policyCalled } from '../policy-names.ts';
import type { Cell } from './cell.ts';

/** What an experiment is asked for. */
export interface Settings {
  readonly policies: readonly PolicyName[];
  readonly rates: readonly number[];
  readonly seeds: number;
  readonly feedback: Feedback;
  readonly logPeriods: readonly number[];
  readonly histories: readonly number[];
  readonly small: boolean;
  readonly svg: string | undefined;
}

/** The paper's choices: visits come every hour, and the last seven crawls count. */
export const USUAL_LOG_PERIOD = 3_600;
export const USUAL_HISTORY = 7;

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 };

/** Reads the options; a UsageError names the one that is wrong. */
export function readSettings(values: Readonly<Record<string, unknown>>): Settings {
  const list = (name: string): string[] => String(values[name]).split(',');
  const { feedback, svg } = values;
  if (feedback !== 'all' && feedback !== 'crawled') {
    throw new UsageError(`--feedback: must be all or crawled; it is ${String(feedback)}`);
  }
  return {
    policies: values.policy === undefined ? POLICY_NAMES : list('policy').map(policyCalled),
    rates: list('rate').map(rateOf),
    seeds: countOption('seeds', values.seeds),
    feedback,
    logPeriods: list('log-period').map(secondsOf),
    histories: list('history').map((text) => countOption('history', text)),
    small: values.small === true,
    svg: typeof svg === 'string' ? resolve(process.env.INIT_CWD ?? '.', svg) : undefined,
  };
}

/** All runs that are asked for. */
export function cellsOf(settings: Settings): Cell[] {
  const { policies, rates, seeds, logPeriods, histories, feedback, small } = settings;
  return Array.from({ length: seeds }, (_, i) => i + 1).flatMap((seed) =>
    logPeriods.flatMap((logPeriodSeconds) =>
      histories.flatMap((history) =>
        rates.flatMap((rate) =>
          policies.map((policy) => ({
            policy,
            rate,
            seed,
            logPeriodSeconds,
            history,
            feedback,
            small,
          })),
        ),
      ),
    ),
  );
}

function rateOf(text: string): number {
  const rate = Number(text);
  if (!(rate > 0 && rate <= 100)) {
    throw new UsageError(
      `--rate: must be requests per second, above 0 and up to 100; it is ${text}`,
    );
  }
  return rate;
}

function secondsOf(text: string): number {
  const [, count, unit = 's'] = /^(\d+(?:\.\d+)?)([smhdw])?$/.exec(text) ?? [];
  const seconds = Number(count) * UNITS[unit]!;
  if (!(seconds > 0)) {
    throw new UsageError(`--log-period: must be a time such as 3600, 12h or 1w; it is ${text}`);
  }
  return seconds;
}

/** A time as a person would say it. */
export function spoken(seconds: number): string {
  const [unit, size] = Object.entries(UNITS).findLast(([, each]) => seconds % each === 0)!;
  return `${seconds / size} ${unit}`;
}
