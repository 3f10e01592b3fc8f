import { describe, expect, it } from '@jest/globals';
import { Policy } from '@mayfly/contracts/crawl/v1';
import { type Crawl, FinishReason } from '@mayfly/contracts/scheduler/v1';
import { durationOf } from '@mayfly/grpc';
import { crawlState, plainCrawl } from './crawl.ts';

const CRAWL: Crawl = {
  ...{ name: 'news', revision: 1, handedOver: true, paused: false, finished: undefined },
  ...{ createTime: undefined, pages: 3, withoutDocument: 0, newLinks: 0 },
  ...{ submitted: 0, candidates: 0 },
  settings: {
    ...{ policy: Policy.POLICY_ECHO_GREEDY, revisitInterval: durationOf(20_000) },
    manners: { delay: durationOf(200) },
  } as Crawl['settings'],
};
const finished = {
  ...{ reason: FinishReason.FINISH_REASON_PAGE_LIMIT, time: undefined, deferredHosts: [] },
};

describe('crawlState', () => {
  it.each([
    [CRAWL, 'running'],
    [{ ...CRAWL, paused: true }, 'paused'],
    [{ ...CRAWL, paused: true, finished }, 'finished'],
  ])('says of %p that it is %p', (crawl, state) => expect(crawlState(crawl)).toBe(state));
});

describe('plainCrawl', () => {
  it('has words and no number that only a contract explains', () => {
    expect(plainCrawl({ ...CRAWL, finished })).toMatchObject({
      finished: { reason: 'page limit' },
      settings: {
        ...{ policy: 'echo-greedy', revisitIntervalSeconds: 20 },
        manners: { delayMs: 200 },
      },
    });
  });
});
