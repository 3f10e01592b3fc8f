import { describe, expect, it } from '@jest/globals';
import { Outcome } from '@mayfly/contracts/crawl/v1';
import { Record } from '@mayfly/contracts/events/v1';
import { storyOf } from './page-story.ts';

const at = (ms: number) => new Date(ms);
const attempt = (outcome: Outcome, times: { discoverTime?: Date; recordTime?: Date }) => ({
  ...{ attempt: 1, crawl: 'demo', outcome, record: Record.RECORD_UNSPECIFIED, times, detail: '' },
});

describe('storyOf', () => {
  it('takes the first document of a page, and when its URL was first heard of', () => {
    const attempts = [
      attempt(Outcome.OUTCOME_OK, { discoverTime: at(1), recordTime: at(90) }),
      attempt(Outcome.OUTCOME_OK, { discoverTime: at(1), recordTime: at(50) }),
      attempt(Outcome.OUTCOME_SERVER_ERROR, { discoverTime: at(1), recordTime: at(20) }),
    ];
    expect(storyOf({ attempts })).toEqual({ discoveredMs: 1, storedMs: 50 });
  });

  it('knows nothing of a page that nobody asked for', () => {
    expect(storyOf({ attempts: [] })).toEqual({});
  });
});
