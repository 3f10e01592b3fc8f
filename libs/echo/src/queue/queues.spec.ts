import { describe, expect, it } from '@jest/globals';
import { seededRandom } from '@mayfly/testing';
import { FadingQueue } from './fading-queue.ts';
import { RisingQueue } from './rising-queue.ts';
import { Rotation } from './rotation.ts';
import { TimerHeap } from './timer-heap.ts';
import { WorthHeap } from './worth-heap.ts';

describe('the queue of rising worths', () => {
  function crowd(count: number, seed: number) {
    const random = seededRandom(seed);
    const slope = Float64Array.from({ length: count }, () => 10 ** (-6 + 4 * random()));
    const since = new Float64Array(count);
    const worth = (id: number, at: number) => slope[id]! * (at - since[id]!);
    const reaches = (id: number, bar: number) => since[id]! + bar / slope[id]!;
    const all = Array.from({ length: count }, (_, id) => id);
    const queue = new RisingQueue({ worth, reaches }, () => all);
    for (const id of all) queue.put(id, 0);
    return { slope, since, worth, queue, all };
  }

  it('finds the best, or one nearly as good, whoever is asked how often', () => {
    const { since, worth, queue, all } = crowd(500, 1);
    let [sum, best] = [0, 0];
    for (let at = 10; at < 10_000; at += 10) {
      expect(queue.findBest(at)).toBe(true);
      const most = all.reduce((high, id) => Math.max(high, worth(id, at)), 0);
      sum += queue.bestWorth;
      best += most;
      since[queue.best] = at;
      queue.put(queue.best, at);
    }
    expect(sum / best).toBeGreaterThan(0.97);
  });

  it('follows worths that are learned anew', () => {
    const { slope, queue } = crowd(500, 2);
    for (let at = 1; at < 200; at += 1) queue.findBest(at);
    slope[77] = 1_000;
    queue.askAll(200);
    queue.findBest(201);
    expect(queue.best).toBe(77);
    queue.delete(77);
    queue.findBest(202);
    expect(queue.best).not.toBe(77);
  });

  it('says so when nobody is worth anything, and wakes who sleeps by order', () => {
    const worths = [0, 0, 5];
    const queue = new RisingQueue(
      { worth: (id) => worths[id]!, reaches: (id) => (worths[id]! > 0 ? 0 : Infinity) },
      () => [0, 1],
    );
    queue.put(0, 0);
    queue.put(1, 0);
    expect(queue.findBest(1)).toBe(false);
    queue.put(2, 1);
    queue.sleepUntil(2, 10);
    expect(queue.size).toBe(3);
    queue.findBest(11);
    expect(queue.best).toBe(2);
  });

  it('seldom asks all, also while the best of a backlog are taken one after another', () => {
    const count = 4_000;
    const random = seededRandom(5);
    const since = Float64Array.from({ length: count }, () => -10_000 * random());
    const all = Array.from(since, (_, id) => id);
    let asked = 0;
    const queue = new RisingQueue(
      {
        worth: (id, at) => (at - since[id]!) ** 2,
        reaches: (id, bar) => since[id]! + Math.sqrt(bar),
      },
      () => {
        asked += 1;
        return all;
      },
    );
    for (const id of all) queue.put(id, 0);
    for (let at = 1; at <= 2_000; at += 1) {
      expect(queue.findBest(at / 100)).toBe(true);
      since[queue.best] = at / 100;
      queue.put(queue.best, at / 100);
    }
    expect(asked).toBeLessThan(60);
  });

  it('takes any of many that are worth the same', () => {
    const since = new Float64Array(1_000);
    const all = Array.from(since, (_, id) => id);
    const queue = new RisingQueue(
      { worth: (id, at) => at - since[id]!, reaches: (id, bar) => since[id]! + bar },
      () => all,
    );
    for (const id of all) queue.put(id, 0);
    const taken = new Set<number>();
    for (let at = 1; at <= 1_000; at += 1) {
      queue.findBest(at);
      taken.add(queue.best);
      since[queue.best] = at;
      queue.put(queue.best, at);
    }
    expect(taken.size).toBeGreaterThan(900);
  });
});

describe('the queue of fading worths', () => {
  it('finds the page that is worth most at any time, until the next plan sorts them anew', () => {
    const random = seededRandom(3);
    const gone = new Set<number>();
    const queue = new FadingQueue((page) => !gone.has(page));
    const pages = Array.from({ length: 500 }, (_, page) => ({
      page,
      worth: 10 ** (2 * random()),
      decay: 1 / (3_600 * 150 ** random()),
    }));
    for (const { page, worth, decay } of pages) queue.push(page, { worth, decay, at: 0 });
    for (let at = 0; at < 7_200; at += 14) {
      if (!queue.findBest(at)) break;
      const now = ({ worth, decay }: { worth: number; decay: number }) =>
        worth * Math.exp(-decay * at);
      const best = Math.max(...pages.filter(({ page }) => !gone.has(page)).map(now));
      expect(now(pages[queue.best]!)).toBeGreaterThan(best * 0.5);
      gone.add(queue.best);
    }
    expect(gone.size).toBe(500);
    expect(queue.findBest(1)).toBe(false);
  });
});

describe('the heap of moments', () => {
  it('keeps the order through changes and removals', () => {
    const random = seededRandom(4);
    const heap = new TimerHeap();
    const moments = new Map<number, number>();
    for (let i = 0; i < 3_000; i += 1) {
      const id = Math.floor(random() * 300);
      if (random() < 0.3) {
        heap.delete(id);
        moments.delete(id);
      } else {
        const moment = random();
        heap.set(id, moment);
        moments.set(id, moment);
      }
      expect(heap.size).toBe(moments.size);
      const first = Math.min(...moments.values());
      if (moments.size > 0) expect(heap.momentOf(heap.first())).toBe(first);
    }
  });
});

describe('the heap of worths', () => {
  it('keeps the best on top through changes and removals', () => {
    const random = seededRandom(6);
    const heap = new WorthHeap();
    const worths = new Map<number, number>();
    for (let i = 0; i < 3_000; i += 1) {
      const id = Math.floor(random() * 300);
      if (random() < 0.3) {
        heap.delete(id);
        worths.delete(id);
      } else {
        const worth = random();
        heap.set(id, worth);
        worths.set(id, worth);
      }
      expect([heap.size, heap.has(id)]).toEqual([worths.size, worths.has(id)]);
      if (worths.size > 0) expect(heap.worthAt(0)).toBe(Math.max(...worths.values()));
    }
    const below = heap.takeBelow(0.5);
    expect(below.every((id) => worths.get(id)! < 0.5)).toBe(true);
    expect(heap.size).toBe([...worths.values()].filter((worth) => worth >= 0.5).length);
  });
});

describe('the rotation', () => {
  it('has at its head whoever was left alone longest', () => {
    const rotation = new Rotation();
    for (const id of [3, 1, 2]) rotation.touch(id);
    expect(rotation.first()).toBe(3);
    rotation.touch(3);
    expect(rotation.first()).toBe(1);
    rotation.delete(1);
    rotation.delete(1);
    expect([rotation.first(), rotation.size, rotation.has(1)]).toEqual([2, 2, false]);
    rotation.delete(2);
    rotation.delete(3);
    expect(rotation.first()).toBe(-1);
  });
});
