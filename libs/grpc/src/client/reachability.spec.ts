import { describe, expect, it } from '@jest/globals';
import { CrawlError, type ErrorCode, errorCodeOf } from '@mayfly/errors';
import { FakeClock } from '@mayfly/testing';
import { Reachability } from './reachability.ts';

const failing = (code: ErrorCode) => Promise.reject<string>(new CrawlError(code, 'x'));
const codeOf = (work: () => void): ErrorCode | 'passes' => {
  try {
    work();
    return 'passes';
  } catch (error) {
    return errorCodeOf(error);
  }
};

describe('Reachability', () => {
  it('is as good as the last answer, and a refusal is an answer', async () => {
    const reach = new Reachability('dedup', new FakeClock());
    expect(reach.ok).toBe(true);
    await reach.note(failing('DEPENDENCY_AWAY')).catch(errorCodeOf);
    expect(reach.ok).toBe(false);
    expect(await reach.note(failing('REQUEST_INVALID')).catch(errorCodeOf)).toBe('REQUEST_INVALID');
    expect(reach.ok).toBe(true);
  });

  it.each<[ErrorCode, ErrorCode]>([
    ['STORE_AWAY', 'STORE_AWAY'],
    ['OVERLOADED', 'OVERLOADED'],
    ['RPC_UNKNOWN', 'DEPENDENCY_AWAY'],
    ['CREDENTIALS_MISSING', 'DEPENDENCY_AWAY'],
    ['INTERNAL', 'DEPENDENCY_AWAY'],
    ['REQUEST_INVALID', 'REQUEST_INVALID'],
  ])('takes %s of what is needed for %s', async (thrown, code) => {
    const reach = new Reachability('dedup', new FakeClock());
    expect(await reach.need(failing(thrown)).catch(errorCodeOf)).toBe(code);
  });

  it('lets nobody pass after a failure, until an answer comes', async () => {
    const reach = new Reachability('dedup', new FakeClock());
    expect(codeOf(() => reach.waitWithOthers())).toBe('passes');
    await reach.need(failing('INTERNAL')).catch(errorCodeOf);
    expect(codeOf(() => reach.waitWithOthers())).toBe('DEPENDENCY_AWAY');
    await reach.need(Promise.resolve('yes'));
    expect(codeOf(() => reach.waitWithOthers())).toBe('passes');
  });

  it('does not wait for ever when nobody asks any more', async () => {
    const clock = new FakeClock();
    const reach = new Reachability('dedup', clock);
    await reach.need(failing('STORE_AWAY')).catch(errorCodeOf);
    await clock.advance(9_999);
    expect(codeOf(() => reach.waitWithOthers())).toBe('STORE_AWAY');
    await clock.advance(1);
    expect(codeOf(() => reach.waitWithOthers())).toBe('passes');
    expect(reach.ok).toBe(false);
  });
});
