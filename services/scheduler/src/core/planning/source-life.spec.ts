import { describe, expect, it } from '@jest/globals';
import type { Url } from '@mayfly/url';
import type { SourceKind } from '../plan-desk.ts';
import { type KeptSource, newSource } from './kept-source.ts';
import { lifeAfterFailure, lifeAfterVisit, lifeAtPrice } from './source-life.ts';

const DAY_MS = 86_400_000;
const source = (kind: SourceKind, more: Partial<KeptSource> = {}): KeptSource => ({
  ...newSource({ url: 'https://a.test/' as Url, number: 0, kind, depth: 0, nowMs: 0 }),
  ...more,
});
const visit = (found: number, nowMs = 4 * DAY_MS) => ({ found, nowMs, ageMs: 3 * DAY_MS });

describe('lifeAfterVisit', () => {
  it('makes a candidate active that brings something, and retires one that does not', () => {
    const candidate = source('list');
    expect(candidate.state).toBe('candidate');
    expect(lifeAfterVisit(candidate, visit(2))).toMatchObject({
      ...{ state: 'active', reason: 'brought 2 new links', stateSinceMs: 4 * DAY_MS },
    });
    expect(lifeAfterVisit({ ...candidate, quiet: 4 }, visit(0)).state).toBe('candidate');
    expect(lifeAfterVisit({ ...candidate, quiet: 5 }, visit(0)).state).toBe('retired');
  });

  it('retires an active one after many visits and a long time without anything new', () => {
    const feed = source('feed', { quiet: 20 });
    expect(lifeAfterVisit(feed, visit(0))).toMatchObject({ state: 'retired' });
    expect(lifeAfterVisit({ ...feed, quiet: 19 }, visit(0)).state).toBe('active');
    expect(lifeAfterVisit({ ...feed, lastNewMs: 2 * DAY_MS }, visit(0)).state).toBe('active');
    expect(lifeAfterVisit(source('feed', { state: 'retired' }), visit(1)).state).toBe('active');
  });

  it('never retires what somebody named, nor brings back what somebody removed', () => {
    for (const kind of ['seed', 'by-hand'] as const) {
      expect(lifeAfterVisit(source(kind, { quiet: 999 }), visit(0)).state).toBe('active');
    }
    const removed = source('feed', { state: 'retired', removed: true });
    expect(lifeAfterVisit(removed, visit(9))).toBe(removed);
  });
});

describe('lifeAfterFailure', () => {
  it('retires a candidate soon, and one that has proved itself after many failures in a row', () => {
    const failing = (kind: SourceKind, failures: number) =>
      lifeAfterFailure(source(kind, { failures }), 7);
    expect(failing('list', 4).state).toBe('candidate');
    expect(failing('list', 5)).toMatchObject({
      ...{ state: 'retired', reason: 'no document in 5 visits in a row', stateSinceMs: 7 },
    });
    expect([failing('feed', 19).state, failing('feed', 20).state]).toEqual(['active', 'retired']);
  });

  it('never retires what somebody named', () => {
    for (const kind of ['seed', 'by-hand'] as const) {
      const named = source(kind, { failures: 999 });
      expect(lifeAfterFailure(named, 7)).toBe(named);
    }
  });
});

describe('lifeAtPrice', () => {
  it('lets a source rest that is refused, and brings it back', () => {
    const active = source('feed', { crawls: 2 });
    const resting = lifeAtPrice(active, { interval: Infinity, index: 0, price: 0.5 }, 7);
    expect(resting).toMatchObject({ state: 'resting', stateSinceMs: 7 });
    expect(lifeAtPrice(resting, { interval: Infinity, index: 0, price: 1 }, 8)).toBe(resting);
    const free = lifeAtPrice(active, { interval: Infinity, index: 0, price: 0 }, 7);
    expect(free.reason).toBe('no visit is expected to earn anything');
    expect(lifeAtPrice(resting, { interval: 9, index: 1, price: 1 }, 9).state).toBe('active');
  });

  it('judges nobody by a first visit', () => {
    const first = source('feed', { crawls: 1 });
    expect(lifeAtPrice(first, { interval: Infinity, index: 0, price: 1 }, 7)).toBe(first);
  });
});
