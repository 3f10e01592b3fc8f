import { describe, expect, it } from '@jest/globals';
import { RestReason, type Wait, WaitKind } from '@mayfly/contracts/frontier/v1';
import { waitSentence } from './wait-sentence.ts';

const NOW = Date.parse('2026-01-01T00:00:00Z');
const PLACE = { crawl: 'news', host: 'a.test' };
const wait = (kind: WaitKind, over: Partial<Wait> = {}): Wait => ({
  ...{ kind, untilTime: undefined, restReason: 0, rule: '', whose: '' },
  ...{ ahead: 0, aheadIsLeast: false, ...over },
});
const untilTime = new Date(NOW + 30_000);

describe('waitSentence', () => {
  it.each<[string, Wait, string]>([
    ['a rule', wait(WaitKind.WAIT_KIND_REFUSED, { rule: 'scope' }), 'outside of the crawl’s scope'],
    ['a trap', wait(WaitKind.WAIT_KIND_REFUSED, { rule: 'trap-calendar' }), 'endlessly many'],
    ['a rule nobody knows', wait(WaitKind.WAIT_KIND_REFUSED, { rule: 'new' }), 'by the rule new.'],
    [
      'a rest',
      wait(WaitKind.WAIT_KIND_HOST_RESTS, {
        ...{ untilTime, restReason: RestReason.REST_REASON_BUSY },
      }),
      'a.test rests until 2026-01-01T00:00:30.000Z: it asked to be left alone',
    ],
    [
      'a block',
      wait(WaitKind.WAIT_KIND_HOST_BLOCKED, { rule: 'its owner\u001b[31m asked' }),
      'a.test is blocked for good: its owner [31m asked.',
    ],
    ['one ahead', wait(WaitKind.WAIT_KIND_BEHIND, { ahead: 1 }), '1 other URL goes'],
    [
      'many ahead',
      wait(WaitKind.WAIT_KIND_BEHIND, { ahead: 1_000, aheadIsLeast: true }),
      'More than 1,000 other URLs',
    ],
    [
      'everybody’s budget',
      wait(WaitKind.WAIT_KIND_BUDGET, { whose: 'all' }),
      'all crawls together',
    ],
    ['a crawl’s budget', wait(WaitKind.WAIT_KIND_BUDGET, { whose: 'news' }), 'of crawl news is'],
    ['a site’s budget', wait(WaitKind.WAIT_KIND_BUDGET, { whose: 'a.test' }), 'of site a.test in'],
    [
      'a site’s budget for all',
      wait(WaitKind.WAIT_KIND_BUDGET, { whose: 'all a.test' }),
      'of site a.test in all crawls together',
    ],
    ['a fetcher', wait(WaitKind.WAIT_KIND_HOST_BUSY, { whose: 'f-1' }), 'f-1 makes one'],
  ])('tells of %s', (_, one, words) => {
    expect(waitSentence(one, PLACE)).toContain(words);
  });

  it('shows times as its reader likes them', () => {
    const rests = wait(WaitKind.WAIT_KIND_HOST_RESTS, { untilTime });
    expect(waitSentence(rests, { ...PLACE, shownTime: () => 'noon' })).toContain(
      'rests until noon',
    );
  });

  it('has a sentence for everything but what the client asks elsewhere for', () => {
    const untold = [WaitKind.WAIT_KIND_UNSPECIFIED, WaitKind.WAIT_KIND_NOT_OWNER] as number[];
    const kinds = Object.values(WaitKind).filter((kind) => kind >= 0 && !untold.includes(kind));
    expect(kinds.length).toBeGreaterThan(10);
    for (const kind of kinds) {
      expect(waitSentence(wait(kind), PLACE)).toMatch(
        /^(?!.*undefined)(?!.*nobody here knows).+\.$/,
      );
    }
  });
});
