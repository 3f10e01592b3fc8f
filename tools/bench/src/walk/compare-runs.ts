import type { Figure } from '../figure.ts';
import type { Result } from './result-line.ts';

/** What the web says of a walk. */
export interface WebCounts {
  /** Requests that were answered with a page. */
  readonly pages: number;
  /** Pages that were asked for at least once. */
  readonly distinctPages: number;
}

/** What one walk of one contender cost, and what it did for that. */
export interface Run {
  readonly contender: string;
  /** User and system time of all its processes, from their start to their end. */
  readonly cpuSeconds: number;
  readonly peakMb: number;
  readonly wallSeconds: number;
  readonly result: Result | undefined;
  readonly web: WebCounts;
}

export const OURS = 'ours';

/** The middle one, or the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  if (values.length === 0) throw new Error('nothing has no median');
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Why a walk was not the one that was asked for; undefined if it was. The web has the last word. */
export function whyNotComparable({ result, web }: Run, pages: number): string | undefined {
  if (result === undefined) return 'it did not say what it did';
  if (result.errors > 0) return `${result.errors} errors`;
  if (result.pages !== pages) return `it counts ${result.pages} pages, there are ${pages}`;
  if (web.distinctPages !== pages) {
    return `it asked for ${web.distinctPages} of ${pages} pages`;
  }
  if (web.pages !== pages) return `it asked ${web.pages} times for ${pages} pages`;
  return undefined;
}

const KINDS = [
  {
    figure: 'pages_per_cpu_second',
    unit: 'pages/s',
    of: (runs: readonly Run[]) =>
      median(runs.map(({ result, cpuSeconds }) => (result?.pages ?? 0) / cpuSeconds)),
  },
  {
    figure: 'peak_mb',
    unit: 'MB',
    of: (runs: readonly Run[]) => median(runs.map(({ peakMb }) => peakMb)),
  },
] as const;

/** Medians of walks that can be compared: ours beside each peer, or each peer alone where ours did not run. */
export function figuresOf(runs: readonly Run[]): Figure[] {
  const by = Map.groupBy(runs, ({ contender }) => contender);
  const ours = by.get(OURS);
  const peers = [...by].filter(([name]) => name !== OURS);
  return KINDS.flatMap(({ figure, unit, of }): Figure[] => {
    const base = { bench: 'walk', figure, unit };
    if (ours === undefined) {
      return peers.map(([contender, its]) => ({ ...base, about: { contender }, value: of(its) }));
    }
    const value = of(ours);
    if (peers.length === 0) return [{ ...base, value }];
    return peers.map(([name, its]) => ({ ...base, value, peer: { name, value: of(its) } }));
  });
}
