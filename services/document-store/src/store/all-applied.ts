import { CrawlError } from '@mayfly/errors';
import type { Answer } from '@mayfly/store';

/** False when a part was refused; throws STORE_AWAY when one is unknown, because nobody may go on from there. */
export function allApplied(answers: readonly Answer[]): boolean {
  let isApplied = true;
  for (const answer of answers) {
    if (answer.outcome === 'unknown') {
      const { cause } = answer;
      throw new CrawlError('STORE_AWAY', 'whether rows were written is unknown', { cause });
    }
    if (answer.outcome === 'refused') isApplied = false;
  }
  return isApplied;
}
