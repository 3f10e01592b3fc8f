import type { OwnerRow } from './bucket-tables.ts';
import { sharesOf } from './shares.ts';

/** What a replica knows at one look. */
export interface Situation {
  readonly buckets: number;
  readonly me: string;
  /** Rows by bucket; none where nobody ever owned it. */
  readonly rows: readonly (OwnerRow | undefined)[];
  /** Those that live, and me. */
  readonly living: readonly string[];
  /** What I own, with the epochs. */
  readonly owned: ReadonlyMap<number, number>;
  /** Buckets that are on their way out of my hands: their rows may still name me. */
  readonly leaving: ReadonlySet<number>;
}

/** What to do about it. */
export interface Plan {
  /** Mine, as I thought, and somebody else's by their rows. */
  readonly lost: number[];
  /** Nobody's that lives. */
  readonly takeable: number[];
  /** How many of those I may take. */
  readonly takes: number;
  /** How many of mine others are short of. */
  readonly gives: number;
}

/**
 * Compares shares with what rows say. No more is given than others lack beyond what is free already: so a replica that lives
 * and takes nothing costs little, and two that disagree for a moment about a third do not give to and fro.
 */
export function planTurn(situation: Situation): Plan {
  const { buckets, me, rows, owned, leaving } = situation;
  const living = new Set([...situation.living, me]);
  const shares = sharesOf([...living], buckets);
  const counts = new Map<string, number>();
  const [lost, takeable]: [number[], number[]] = [[], []];
  for (let bucket = 0; bucket < buckets; bucket += 1) {
    const row = rows[bucket];
    const epoch = owned.get(bucket);
    const isMine = epoch !== undefined && row?.replica === me && row.epoch === epoch;
    if (epoch !== undefined && !isMine) lost.push(bucket);
    if (leaving.has(bucket)) continue;
    if (isMine || (row !== undefined && row.replica !== me && living.has(row.replica))) {
      counts.set(row.replica, (counts.get(row.replica) ?? 0) + 1);
    } else takeable.push(bucket);
  }
  const over = (counts.get(me) ?? 0) - shares.get(me)!;
  let lacking = -takeable.length - leaving.size;
  for (const [replica, share] of shares) {
    if (replica !== me) lacking += Math.max(0, share - (counts.get(replica) ?? 0));
  }
  return {
    lost,
    takeable,
    takes: Math.min(takeable.length, Math.max(0, -over)),
    gives: Math.max(0, Math.min(over, lacking)),
  };
}
