import type { FrontierEngine } from './frontier-place.ts';

/** What was done to the frontiers of one engine, and what it cost: everything from `lost` on must be 0. */
export interface FrontierTally {
  readonly engine: FrontierEngine;
  rounds: number;
  kills: number;
  acknowledged: number;
  leases: number;
  settled: number;
  requests: number;
  /** The longest time until something of a killed replica was leased again, in seconds; 0 with one replica. */
  slowestTakeoverS: number;
  /** Acknowledged URLs that are not there, and answers of somebody who forgot. */
  lost: number;
  /** Leases that were given and are not known any more. */
  lostLeases: number;
  unbalanced: number;
  tooSoon: number;
  atOnce: number;
  /** Take-overs that took too long. */
  slow: number;
}

export type Harm = 'lost' | 'lostLeases' | 'unbalanced' | 'tooSoon' | 'atOnce' | 'slow';

export function emptyTally(engine: FrontierEngine): FrontierTally {
  return {
    ...{ engine, rounds: 0, kills: 0, acknowledged: 0, leases: 0, settled: 0, requests: 0 },
    ...{ slowestTakeoverS: 0, lost: 0, lostLeases: 0, unbalanced: 0 },
    ...{ tooSoon: 0, atOnce: 0, slow: 0 },
  };
}
