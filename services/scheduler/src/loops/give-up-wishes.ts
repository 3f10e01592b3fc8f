import type { Turn } from '@mayfly/lifecycle';
import type { Crawl } from '../core/crawl.ts';
import type { GivingUp } from '../core/giving-up.ts';
import { wishesGivenUp } from '../events.ts';

/** Gives up wishes that were not fetched in time, of paused and finished crawls too. */
export const giveUpWishes =
  ({ all, giving }: { readonly all: () => readonly Crawl[]; readonly giving: GivingUp }) =>
  async (signal: AbortSignal): Promise<Turn> => {
    let given = 0;
    for (const { name, deleted } of all()) {
      if (signal.aborted) break;
      if (!deleted) given += await giving.giveUp(name);
    }
    wishesGivenUp(given);
    return given > 0 ? 'more' : 'done';
  };
