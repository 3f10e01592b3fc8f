import { describe, expect, it } from '@jest/globals';
import { CrawlError } from '@mayfly/errors';
import { Caller } from './caller.ts';

describe('Caller', () => {
  it('may fail before anybody waits for its answer', async () => {
    const unheard: unknown[] = [];
    const hear = (reason: unknown) => unheard.push(reason);
    process.on('unhandledRejection', hear);
    const caller = new Caller('f', 2, true);
    caller.inFlight = 1;
    caller.ended(undefined, new CrawlError('STORE_AWAY', 'no primary'));
    await new Promise(setImmediate);
    process.off('unhandledRejection', hear);
    expect(unheard).toEqual([]);
    await expect(caller.answer).rejects.toMatchObject({ code: 'STORE_AWAY' });
  });
});
