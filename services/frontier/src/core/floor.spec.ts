import { describe, expect, it } from '@jest/globals';
import { Floor } from './floor.ts';
import type { Queue } from './queue.ts';
import type { Place } from './rows.ts';

const PLACE = {} as Place;
const queueOf = (name: string) => ({ crawl: name, offered: PLACE }) as Queue;

/** Chooses so many; `left` says what a queue offers once it was chosen from. */
function choose(count: number, left: Place | undefined): string[] {
  const floor = new Floor();
  const best = queueOf('best');
  const waiting = Array.from({ length: count }, (_, at) => queueOf(`waiting ${at}`));
  return Array.from({ length: count }, () => {
    const queue = floor.next(() => waiting.shift());
    if (queue !== undefined) queue.offered = left;
    floor.chose(queue ?? best, queue !== undefined);
    return queue?.crawl ?? 'best';
  });
}

describe('the floor of a crawl', () => {
  it('gives every tenth lease to the host that has waited longest', () => {
    const chosen = choose(100, undefined);
    const at = chosen.flatMap((name, place) => (name === 'best' ? [] : place));
    expect(at).toEqual([9, 19, 29, 39, 49, 59, 69, 79, 89, 99]);
    expect(new Set(chosen).size).toBe(11);
  });

  it('goes on with a host that may be asked for more, and has no larger share for that', () => {
    const chosen = choose(1_000, PLACE);
    expect(chosen.slice(9, 34)).toEqual(new Array(25).fill('waiting 0'));
    expect(chosen[34]).toBe('best');
    expect(chosen.filter((name) => name !== 'best')).toHaveLength(100);
  });
});
