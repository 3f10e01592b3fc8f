import type { Turn } from '@mayfly/lifecycle';
import type { KeepingQuality } from '../core/quality/keeping-quality.ts';

/** Saves what was measured, and forgets what is too old. */
export const keepQuality =
  ({ keeping }: { readonly keeping: KeepingQuality }) =>
  async (): Promise<Turn> =>
    (await keeping.keep()) ? 'more' : 'done';
