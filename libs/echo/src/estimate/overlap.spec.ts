import { describe, expect, it } from '@jest/globals';
import { seededRandom } from '@mayfly/testing';
import { Overlap } from './overlap.ts';

const HOUR = 3_600;

function begun(): Overlap {
  const overlap = new Overlap();
  overlap.reserve(1);
  overlap.begin(0);
  return overlap;
}

describe('the overlap of lists', () => {
  it('is none while nothing is known, and where pages are as old as a wait makes them', () => {
    const overlap = begun();
    expect(overlap.share(0)).toBe(1);
    const random = seededRandom(1);
    for (let i = 0; i < 200; i += 1) overlap.add(0, random() * 10 * HOUR, 10 * HOUR);
    expect(overlap.share(0)).toBeGreaterThan(0.8);
  });

  it('is half where another list shows the same half-way', () => {
    const overlap = begun();
    const random = seededRandom(2);
    for (let i = 0; i < 200; i += 1) overlap.add(0, random() * 5 * HOUR, 10 * HOUR);
    expect(overlap.share(0)).toBeGreaterThan(0.4);
    expect(overlap.share(0)).toBeLessThan(0.6);
  });

  it('never leaves nothing, whatever dates claim', () => {
    const overlap = begun();
    for (let i = 0; i < 100; i += 1) overlap.add(0, -1e9, 10 * HOUR);
    expect(overlap.share(0)).toBe(0.1);
    for (let i = 0; i < 100; i += 1) overlap.add(0, 1e9, 10 * HOUR);
    expect(overlap.share(0)).toBe(1);
  });

  it('survives being saved and loaded', () => {
    const overlap = begun();
    overlap.add(0, HOUR, 10 * HOUR);
    const other = begun();
    other.load(0, overlap.save(0));
    expect(other.share(0)).toBe(overlap.share(0));
  });
});
