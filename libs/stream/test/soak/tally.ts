import type { Verdict } from '../faults.ts';

/** What was done to one engine, and what came of it; `lost` and `outOfOrder` must stay 0. */
export interface Tally {
  readonly engine: 'lmdb' | 'kafka';
  rounds: number;
  kills: number;
  outages: number;
  acknowledged: number;
  lost: number;
  outOfOrder: number;
  repeated: number;
}

export function emptyTally(engine: Tally['engine']): Tally {
  const nothing = { rounds: 0, kills: 0, outages: 0, acknowledged: 0 };
  return { engine, ...nothing, lost: 0, outOfOrder: 0, repeated: 0 };
}

/** Adds a round; answers a line about it. */
export function count(
  tally: Tally,
  fault: { readonly what: string; readonly kills: number; readonly outages: number },
  { acknowledged, verdict }: { readonly acknowledged: number; readonly verdict: Verdict },
): string {
  tally.rounds += 1;
  tally.kills += fault.kills;
  tally.outages += fault.outages;
  tally.acknowledged += acknowledged;
  tally.lost += verdict.lost;
  tally.outOfOrder += verdict.outOfOrder;
  tally.repeated += verdict.repeated;
  const { lost, outOfOrder, repeated } = verdict;
  return `${fault.what}; ${acknowledged} acknowledged, ${lost} lost, ${outOfOrder} out of order, ${repeated} repeated`;
}
