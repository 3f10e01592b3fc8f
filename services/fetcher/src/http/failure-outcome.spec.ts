import { describe, expect, it } from '@jest/globals';
import { failureOutcome } from './failure-outcome.ts';

const failure = (code: string, message: string) => Object.assign(new Error(message), { code });

describe('failureOutcome', () => {
  it.each([
    ['ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:9', 'connect ECONNREFUSED 127.0.0.1:9'],
    ['ECONNRESET', 'the other side went away', 'ECONNRESET the other side went away'],
    ['ECONNRESET', '', 'ECONNRESET'],
  ])('names the code %s once, with %j', (code, message, detail) => {
    expect(failureOutcome(failure(code, message))).toEqual({ outcome: 'reset', detail });
  });
});
