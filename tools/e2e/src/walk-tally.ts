import type { SoakEngine } from './soak-place.ts';

/** What a soak of the walk must never find. */
export type Harm = 'lost' | 'doubled' | 'unbalanced' | 'tooSoon' | 'failedByStop' | 'unfinished';

/** What was done to one engine, and what came of it. */
export interface WalkTally extends Record<Harm, number> {
  readonly engine: SoakEngine;
  rounds: number;
  kills: number;
  stops: number;
  /** Processes that ended by themselves and were started again. */
  revived: number;
  crawls: number;
  pages: number;
}

export function emptyWalkTally(engine: SoakEngine): WalkTally {
  const nothing = { rounds: 0, kills: 0, stops: 0, revived: 0, crawls: 0, pages: 0 };
  const harm = { lost: 0, doubled: 0, unbalanced: 0, tooSoon: 0, failedByStop: 0, unfinished: 0 };
  return { engine, ...nothing, ...harm };
}
