import { describe, expect, it } from '@jest/globals';
import { CrawlError } from '@mayfly/errors';
import { FakeClock } from '@mayfly/testing';
import { patiently } from './patiently.ts';

const NEEDED = { what: 'MongoDB', at: ['a.test:1'], setting: 'DEDUP_MONGO_URL' } as const;

describe('patiently', () => {
  it('says what it waits for, and names it when it does not come', async () => {
    const clock = new FakeClock();
    const said: string[] = [];
    const { promise, reject } = Promise.withResolvers<never>();
    const onWait = (line: string) => said.push(line);
    const opening = patiently(NEEDED, { clock, onWait }, () => promise);
    await clock.advance(2_000);
    expect(said).toEqual(['waits for MongoDB at a.test:1 (DEDUP_MONGO_URL)']);
    reject(new CrawlError('STORE_AWAY', 'MongoDB does not answer'));
    await expect(opening).rejects.toMatchObject({
      code: 'STORE_AWAY',
      message: 'MongoDB does not answer: a.test:1 (DEDUP_MONGO_URL)',
    });
  });

  it('says nothing of what is there at once', async () => {
    const clock = new FakeClock();
    const said: string[] = [];
    const onWait = (line: string) => said.push(line);
    expect(await patiently(NEEDED, { clock, onWait }, async () => 1)).toBe(1);
    await clock.advance(10_000);
    expect(said).toEqual([]);
  });
});
