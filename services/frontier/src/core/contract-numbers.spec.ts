import { describe, expect, it } from '@jest/globals';
import { Outcome, RequestKind } from '@mayfly/contracts/crawl/v1';
import {
  LeaseAnswer,
  RestReason,
  ScheduleAnswer,
  SubmitAnswer,
  UrlState,
} from '@mayfly/contracts/frontier/v1';
import { ANSWER } from './ending.ts';
import { OUTCOME } from './outcome.ts';
import { KIND, REST, STATE } from './rows.ts';
import { SCHEDULED } from './scheduling.ts';
import { SUBMITTED } from './submitting.ts';

/** `blockedAddress` as the contract writes it. */
const screaming = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();

describe('the numbers of core', () => {
  it.each([
    ['OUTCOME', OUTCOME, Outcome],
    ['REQUEST_KIND', KIND, RequestKind],
    ['URL_STATE', STATE, UrlState],
    ['REST_REASON', REST, RestReason],
    ['LEASE_ANSWER', ANSWER, LeaseAnswer],
    ['SUBMIT_ANSWER', SUBMITTED, SubmitAnswer],
    ['SCHEDULE_ANSWER', SCHEDULED, ScheduleAnswer],
  ])('are those of the contract: %s', (prefix, ours, theirs) => {
    const named = Object.entries(ours).map(([name, value]) => [
      `${prefix}_${screaming(name)}`,
      value,
    ]);
    const { [`${prefix}_UNSPECIFIED`]: _zero, ...rest } = theirs as Record<string, number>;
    expect(Object.fromEntries(named)).toEqual(rest);
  });
});
