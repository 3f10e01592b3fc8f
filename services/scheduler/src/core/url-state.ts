import type { Kept, Known, Wish } from './wish.ts';

/** Where a URL of a crawl is, made of the books of three services. */
export type UrlState =
  'unknown' | 'submitted' | 'parked' | 'waiting' | 'leased' | 'settled' | 'recorded' | 'refused';

export function urlStateOf(wish: Wish | undefined, known: Known | undefined, kept: Kept): UrlState {
  if (wish?.state === 'pending') return 'submitted';
  if (known === undefined) return wish?.state === 'refused' ? 'refused' : 'unknown';
  if (known.state !== 'at-rest') return known.state;
  const isRecorded =
    known.lastAttempt === undefined || (kept.lastAttempt ?? 0) >= known.lastAttempt;
  return isRecorded ? 'recorded' : 'settled';
}
