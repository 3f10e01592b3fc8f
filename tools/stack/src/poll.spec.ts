import { describe, expect, it } from '@jest/globals';
import { GiveUp, pollUntil } from './poll.ts';

const poll = { what: 'the tide', limitMs: 50, everyMs: 1 };

describe('pollUntil', () => {
  it('takes an error for "not yet"', async () => {
    let asked = 0;
    const check = async (): Promise<boolean> => {
      asked += 1;
      if (asked < 3) throw new Error('refused');
      return true;
    };
    await expect(pollUntil({ ...poll, limitMs: 60_000 }, check)).resolves.toBeUndefined();
  });

  it('says at the end what it waited for and what the last answer was', async () => {
    const refused = pollUntil(poll, () => Promise.reject(new Error('refused')));
    await expect(refused).rejects.toThrow(/for the tide; the last answer was: refused/);
  });

  it('stops at once when waiting cannot help', async () => {
    const gone = pollUntil({ ...poll, limitMs: 60_000 }, () => Promise.reject(new GiveUp('gone')));
    await expect(gone).rejects.toThrow('gone');
  });
});
