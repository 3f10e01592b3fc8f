import { textTable } from '../text-table.ts';
import { type CaughtInterest, quantile } from './caught-interest.ts';
import type { Mode } from './settings.ts';

/** How a policy stands in a mode. */
export interface Result {
  readonly mode: Mode;
  readonly policy: string;
  /** That the world has answered. */
  readonly requests: number;
  readonly interest: CaughtInterest;
}

/** A result as scripts read it; delays in seconds, null where nothing was measured. */
export interface Row {
  readonly lab: 'demo';
  readonly mode: Mode;
  readonly policy: string;
  readonly rate: number;
  readonly minutes: number;
  readonly seed: number;
  readonly caught: number;
  readonly possible: number;
  readonly share: number;
  /** Caught, divided by what `bfs` caught in the same mode; null where it caught nothing or did not run. */
  readonly ratio: number | null;
  readonly requests: number;
  readonly born: number;
  readonly stored: number;
  readonly discoveryP50: number | null;
  readonly discoveryP90: number | null;
  readonly crawlP50: number | null;
  readonly crawlP90: number | null;
}

/** One row a policy and mode. */
export function rowsOf(
  results: readonly Result[],
  terms: { readonly rate: number; readonly minutes: number; readonly seed: number },
): Row[] {
  return results.map(({ mode, policy, requests, interest }) => {
    const { caught, possible, born, stored, discoveryDelays, crawlDelays } = interest;
    const base = results.find((each) => each.mode === mode && each.policy === 'bfs');
    const baseCaught = base?.interest.caught ?? 0;
    return {
      ...{ lab: 'demo', mode, policy, ...terms, caught, possible },
      share: possible === 0 ? 0 : Number((caught / possible).toFixed(4)),
      ratio: baseCaught === 0 ? null : Number((caught / baseCaught).toFixed(3)),
      ...{ requests, born, stored },
      discoveryP50: seconds(quantile(discoveryDelays, 0.5)),
      discoveryP90: seconds(quantile(discoveryDelays, 0.9)),
      crawlP50: seconds(quantile(crawlDelays, 0.5)),
      crawlP90: seconds(quantile(crawlDelays, 0.9)),
    };
  });
}

const HEAD = [
  ...['mode', 'policy', 'visits caught', 'possible', 'share', '÷ bfs', 'requests'],
  ...['pages born', 'stored', 'discovery p50', 'p90', 'crawl p50', 'p90'],
];

/** The same for people. */
export function tableOf(rows: readonly Row[]): string {
  const delay = (value: number | null) => (value === null ? '–' : `${value.toFixed(1)} s`);
  return textTable(
    HEAD,
    rows.map((row) => [
      ...[row.mode, row.policy, String(row.caught), String(row.possible)],
      ...[row.share.toFixed(3), row.ratio?.toFixed(2) ?? '–', String(row.requests)],
      ...[String(row.born), String(row.stored)],
      ...[delay(row.discoveryP50), delay(row.discoveryP90)],
      ...[delay(row.crawlP50), delay(row.crawlP90)],
    ]),
  );
}

/** How all policies of a mode stand so far. */
export function progressLine(mode: Mode, second: number, results: readonly Result[]): string {
  const each = results.map(({ policy, requests, interest: { caught, possible, born, stored } }) => {
    return `${policy} ${caught} of ${possible} visits, ${stored} of ${born} pages, ${requests} requests`;
  });
  return `${mode} ${second} s: ${each.join('; ')}`;
}

function seconds(ms: number | undefined): number | null {
  return ms === undefined ? null : Number((ms / 1_000).toFixed(1));
}
