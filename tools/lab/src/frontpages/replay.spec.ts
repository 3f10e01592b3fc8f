import { describe, expect, it } from '@jest/globals';
import { clairvoyantChooser, mayflyChooser, uniformChooser } from './choosers.ts';
import { madeUpSnapshots } from './made-up-snapshots.ts';
import { type Chooser, replay } from './replay.ts';
import { recordingOf } from './snapshots.ts';

const at = (hour: number) => new Date(hour * 3_600_000).toISOString();
const HOUR = 480_000;

/** One page; an article comes in each hour and leaves in the next. */
const TICKER = recordingOf(
  Array.from({ length: 8 }, (_, i) => ({
    page: 'a.test/index',
    t: at(HOUR + i),
    first: i === 0,
    added: [`http://a.test/${i}`],
    removed: i === 0 ? [] : [`http://a.test/${i - 1}`],
  })),
);

const everyHours = (hours: number): Chooser => {
  let due = false;
  return {
    name: 'every',
    begin: (hour) => (due = hour % hours === 0),
    next: () => (due ? ((due = false), 0) : undefined),
    fetched: () => undefined,
  };
};

describe('replay', () => {
  it('scores the new articles of the second half only', () => {
    expect(replay(TICKER, everyHours(1), 1)).toEqual({
      within1h: 1,
      within3h: 1,
      within24h: 1,
      never: 0,
      articles: 4,
    });
  });

  it('does not see what came and went between fetches', () => {
    expect(replay(TICKER, everyHours(2), 1)).toMatchObject({ within1h: 0.5, never: 0.5 });
  });

  it('says how late an article was seen', () => {
    const stays = TICKER.rounds.map((round) => ({
      ...round,
      changes: round.changes.map((change) => ({ ...change, removed: [] })),
    }));
    const score = replay({ ...TICKER, rounds: stays }, everyHours(2), 1);
    expect(score).toMatchObject({ within1h: 0.5, within3h: 0.75, never: 0.25 });
  });

  it('keeps to the budget', () => {
    let fetches = 0;
    const greedy: Chooser = { ...everyHours(1), next: () => 0, fetched: () => void fetches++ };
    replay(TICKER, greedy, 3);
    expect(fetches).toBe(3 * 8);
  });

  it('lets mayfly do better than turns and no better than a clairvoyant', () => {
    const recording = recordingOf(madeUpSnapshots({ days: 8, seed: 1 }));
    const [mayfly, uniform, clairvoyant] = [mayflyChooser, uniformChooser, clairvoyantChooser].map(
      (chooserOf) => replay(recording, chooserOf(recording), 4).within1h,
    );
    expect(mayfly).toBeGreaterThan(2 * uniform!);
    expect(mayfly).toBeLessThanOrEqual(clairvoyant!);
    expect(mayfly).toBeGreaterThan(0.85 * clairvoyant!);
  });
});

describe('recordingOf', () => {
  it('does not take for new what stood there at the start', () => {
    expect(TICKER.born[0]).toBeUndefined();
    expect(TICKER.born[1]).toBe(HOUR + 1);
  });

  it('puts snapshots in order of time, and an hour together', () => {
    const shuffled = recordingOf([
      { page: 'a.test/x', t: '2025-01-01T01:10:00Z', added: ['u'], removed: [] },
      { page: 'a.test/y', t: '2025-01-01T01:05:00Z', added: ['u'], removed: [] },
      { page: 'a.test/x', t: '2025-01-01T00:10:00Z', first: true, added: [], removed: [] },
    ]);
    expect(shuffled.rounds.map(({ changes }) => changes.length)).toEqual([1, 2]);
    expect(shuffled.pages).toEqual(['a.test/x', 'a.test/y']);
  });
});
