import { describe, expect, it } from '@jest/globals';
import { Outcome } from '@mayfly/contracts/crawl/v1';
import { type UrlInfo, UrlState, WaitKind } from '@mayfly/contracts/frontier/v1';
import type { Url } from '@mayfly/url';
import { explained } from './frontier-explainer.ts';

const QUESTION = { crawl: 'news', url: 'http://a.test/' as Url, nowMs: 0 };
const info = (over: Partial<UrlInfo>): UrlInfo => ({
  ...{ url: QUESTION.url, state: undefined, discoverer: undefined, discoverTime: undefined },
  ...{ depth: 0, hops: 0, notBeforeTime: undefined, settleTime: undefined, failures: 0, group: '' },
  ...over,
});

describe('what the frontier says', () => {
  it('is that nothing stands in the way of a URL that only waits for a fetcher', () => {
    const url = info({ state: UrlState.URL_STATE_WAITING });
    const { isKnown, sentences } = explained({ url, waits: [] }, QUESTION);
    expect([isKnown, sentences]).toEqual([true, [expect.stringContaining('Nothing stands')]]);
  });

  it('is that a URL is being fetched', () => {
    const url = info({ state: UrlState.URL_STATE_LEASED, lastAttempt: 7 });
    expect(explained({ url, waits: [] }, QUESTION).sentences).toEqual([
      'A fetcher has it: attempt 7 is under way.',
    ]);
  });

  it('ends with how it went the last time', () => {
    const last = { lastAttempt: 3, lastOutcome: Outcome.OUTCOME_SERVER_ERROR, failures: 2 };
    const url = info({ state: UrlState.URL_STATE_AT_REST, ...last, settleTime: new Date(0) });
    const wait = {
      ...{ kind: WaitKind.WAIT_KIND_AT_REST, untilTime: undefined, restReason: 0 as const },
      ...{ rule: '', whose: '', ahead: 0, aheadIsLeast: false },
    };
    const { sentences, facts } = explained({ url, waits: [wait] }, QUESTION);
    expect(sentences[0]).toContain('at rest');
    expect(sentences[1]).toBe(
      'Its last attempt, 3, ended as server error at 1970-01-01T00:00:00.000Z, after 2 tries that failed.',
    );
    expect(facts).toMatchObject({ state: 'at rest', waits: [{ kind: 'at rest' }] });
  });

  it('is no knowledge where nobody answered', () => {
    expect(explained({ url: undefined, waits: [] }, QUESTION).isKnown).toBe(false);
  });
});
