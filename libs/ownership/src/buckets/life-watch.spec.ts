import { describe, expect, it } from '@jest/globals';
import { LifeWatch } from './life-watch.ts';

const row = (replica: string, beat: number) => ({ replica, beat, address: '' });

function watch() {
  return new LifeWatch({ ttlMs: 6_000, lookMs: 1_000 });
}

describe('LifeWatch', () => {
  it('takes for living whom it sees for the first time', () => {
    const life = watch();
    life.look([row('b', 7), row('a', 7)], 50_000);
    expect(life.living()).toEqual(['a', 'b']);
    expect(life.lives('never-seen')).toBe(false);
  });

  it('takes for dead who shows no other beat for the time to live', () => {
    const life = watch();
    for (let at = 0; at <= 5; at += 1) life.look([row('a', 7)], at * 1_000);
    expect(life.lives('a')).toBe(true);
    life.look([row('a', 7)], 6_000);
    expect(life.lives('a')).toBe(false);
  });

  it('hears a beat that went back as well as one that rose', () => {
    const life = watch();
    for (let at = 0; at <= 6; at += 1) life.look([row('a', 7)], at * 1_000);
    life.look([row('a', 3)], 7_000);
    expect(life.lives('a')).toBe(true);
  });

  it('holds time in which it did not look against nobody', () => {
    const life = watch();
    life.look([row('a', 7)], 0);
    life.look([row('a', 7)], 100_000);
    expect(life.lives('a')).toBe(true);
  });

  it('takes for dead whose row is gone', () => {
    const life = watch();
    life.look([row('a', 7)], 0);
    life.look([], 1_000);
    expect(life.living()).toEqual([]);
  });
});
