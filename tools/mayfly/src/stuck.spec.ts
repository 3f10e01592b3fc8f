import { describe, expect, it } from '@jest/globals';
import { tellerOfStuck } from './stuck.ts';

describe('a run that fetches nothing', () => {
  it('says why after a while, and now and then again', async () => {
    const told: string[] = [];
    const look = tellerOfStuck(
      async () => ['a.test rests'],
      (reason) => told.push(reason),
    );
    for (const seconds of [1, 4, 5, 6, 19, 20]) await look({ pages: 0, seconds });
    expect(told).toEqual(['a.test rests', 'a.test rests']);
  });

  it('says nothing once a page is there, or where nobody can be asked', async () => {
    const told: string[] = [];
    const tell = (reason: string) => told.push(reason);
    await tellerOfStuck(async () => ['x'], tell)({ pages: 1, seconds: 60 });
    await tellerOfStuck(() => Promise.reject(new Error('away')), tell)({ pages: 0, seconds: 60 });
    expect(told).toEqual([]);
  });
});
