import type { Turn } from '@mayfly/lifecycle';
import type { RememberedReaders } from '../core/remembered-readers.ts';
import { dayOf } from '../core/visit.ts';
import type { SaltBook, VisitBook } from '../core/visit-ports.ts';

/** Keeps who read what, and forgets days of which no visit is taken any more: readers, salts and counts. */
export const keepReaders = ({
  readers,
  salts,
  visits,
  maxAgeMs,
  nowMs,
}: {
  readonly readers: RememberedReaders;
  readonly salts: SaltBook;
  readonly visits: VisitBook;
  readonly maxAgeMs: number;
  readonly nowMs: () => number;
}) => {
  let forgotten = -Infinity;
  return async (): Promise<Turn> => {
    await readers.save();
    const oldest = dayOf(nowMs() - maxAgeMs);
    if (oldest === forgotten) return 'done';
    await salts.forgetBefore(oldest);
    const isMore = [await readers.forgetBefore(oldest), await visits.forgetBefore(oldest)];
    if (isMore.includes(true)) return 'more';
    forgotten = oldest;
    return 'done';
  };
};
