import type { PolicyName } from '@mayfly/echo';

/** The crawl rates of the paper's Table 1. */
export const PAPER_RATES = [0.05, 0.1, 0.2] as const;
/** Profit per second of somebody who crawls every page at once. */
export const PAPER_BOUND = 0.72;

/** The paper's Table 1: profit per second at each of its rates. */
const PROFIT: Partial<Record<PolicyName, readonly [number, number, number]>> = {
  frequency: [0.014, 0.39, 0.61],
  bfs: [0.24, 0.46, 0.62],
  'fixed-quota': [0.43, 0.59, 0.69],
  'echo-greedy': [0.6, 0.68, 0.69],
  'echo-schedule': [0.52, 0.69, 0.71],
  'echo-newpages': [0.62, 0.69, 0.71],
};

/** The paper's profit as a share of its bound; undefined where the paper has no such cell. */
export function paperScore(policy: PolicyName, rate: number): number | undefined {
  const at = PAPER_RATES.findIndex((each) => each === rate);
  const profit = PROFIT[policy]?.[at];
  return profit === undefined ? undefined : profit / PAPER_BOUND;
}

/** Other figures of the paper, to stand beside ours. */
export const PAPER_FIGURES = {
  hosts: 150,
  sources: 3_000,
  pages: 415_000,
  links: 2_400_000,
  clicked: 0.2,
  leftAlone: 0.7,
  bfsRateFor99: 1,
} as const;
