import { Outcome } from '@mayfly/contracts/crawl/v1';
import type { Document } from '@mayfly/contracts/documentstore/v1';
import type { PageStory } from './caught-interest.ts';

/** When a page was first heard of and first stored. */
export function storyOf({ attempts }: Pick<Document, 'attempts'>): PageStory {
  const stored = attempts.findLast(({ outcome }) => outcome === Outcome.OUTCOME_OK)?.times;
  const discovered = attempts.at(-1)?.times?.discoverTime;
  return {
    ...(discovered === undefined ? {} : { discoveredMs: discovered.getTime() }),
    ...(stored?.recordTime === undefined ? {} : { storedMs: stored.recordTime.getTime() }),
  };
}
