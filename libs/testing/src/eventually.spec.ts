import { describe, expect, it } from '@jest/globals';
import { eventually } from './eventually.ts';

describe('eventually', () => {
  it('looks until the check stops throwing, and gives its answer', async () => {
    let looks = 0;
    const answer = await eventually(
      () => {
        looks += 1;
        if (looks < 3) throw new Error('not yet');
        return 'there';
      },
      { what: 'third look', everyMs: 1 },
    );
    expect([answer, looks]).toEqual(['there', 3]);
  });

  it('takes false for "not yet" and nothing for "yes"', async () => {
    const answers = [false, false, undefined];
    await expect(
      eventually(() => answers.shift(), { what: 'an answer', everyMs: 1 }),
    ).resolves.toBe(undefined);
    expect(answers).toEqual([]);
  });

  it('shows what it waited for and the last error when time is up', async () => {
    let looks = 0;
    const waiting = eventually(
      async () => {
        looks += 1;
        throw new Error(`look ${looks} failed`);
      },
      { what: 'rows to arrive', withinMs: 30, everyMs: 1 },
    );
    await expect(waiting).rejects.toThrow(/not within 30 ms: rows to arrive: look \d+ failed/);
  });

  it('does not hang with a check that hangs', async () => {
    const waiting = eventually(() => new Promise<void>(() => {}), {
      what: 'an end',
      withinMs: 20,
    });
    await expect(waiting).rejects.toThrow('did not come to an end');
  });
});
