import { getEventListeners } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { systemClock } from '@mayfly/clock';
import { FetchLoop } from './fetch-loop.ts';

describe('FetchLoop', () => {
  it('leaves nothing behind on the signal of its loop, however many turns there are', async () => {
    const loop = new FetchLoop({
      frontier: { lease: async () => [], release: async () => {} },
      attempts: { size: 0, changed: async () => {}, run: async () => ({ kind: 'dropped' }) },
      holdBack: async () => '',
      ...{ clock: systemClock, maxLeases: 10, waitMs: 1 },
    });
    const { signal } = new AbortController();
    for (let turn = 0; turn < 3; turn += 1) await loop.turn(signal);
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });

  it('waits for a place, and stops waiting when the loop stops', async () => {
    const stop = new AbortController();
    const loop = new FetchLoop({
      frontier: { lease: async () => [], release: async () => {} },
      attempts: {
        size: 1,
        changed: () => new Promise(() => {}),
        run: async () => ({ kind: 'dropped' }),
      },
      holdBack: async () => '',
      ...{ clock: systemClock, maxLeases: 1, waitMs: 1 },
    });
    const turn = loop.turn(stop.signal);
    stop.abort();
    expect(await turn).toBe('done');
  });
});
