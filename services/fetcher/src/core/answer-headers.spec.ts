import { describe, expect, it } from '@jest/globals';
import { keptHeaders, retryAfterMs, validatorsOf } from './answer-headers.ts';

const NOW = Date.UTC(2026, 0, 1);
const headers = (entries: Readonly<Record<string, string>>) => new Map(Object.entries(entries));

describe('Retry-After', () => {
  it.each([
    ['120', 120_000],
    [' 0 ', 0],
    ['Thu, 01 Jan 2026 00:01:00 GMT', 60_000],
    ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
    ['9'.repeat(400), 604_800_000],
    ['soon', undefined],
    ['', undefined],
    ['-5', expect.anything()],
  ])('%s', (value, ms) => {
    const found = retryAfterMs(headers({ 'retry-after': value }), NOW);
    if (value === '-5') expect(found === undefined || found >= 0).toBe(true);
    else expect(found).toBe(ms);
  });

  it('is absent where the header is', () => {
    expect(retryAfterMs(headers({}), NOW)).toBe(undefined);
  });
});

describe('validators', () => {
  it('are what a header can hold', () => {
    expect(validatorsOf(headers({ etag: 'W/"x"' }))).toEqual({ etag: 'W/"x"', lastModified: '' });
    expect(validatorsOf(headers({ etag: 'x\u0001', 'last-modified': 'é' }))).toBe(undefined);
    expect(validatorsOf(headers({ etag: 'x'.repeat(2_000) }))).toBe(undefined);
    expect(validatorsOf(headers({}))).toBe(undefined);
  });
});

describe('kept headers', () => {
  it('are those that matter, cut at 8 KB', () => {
    const kept = keptHeaders(
      headers({ 'set-cookie': 'a', etag: 'x', 'content-type': 'y'.repeat(9_000) }),
    );
    expect(kept.map(([name, value]) => [name, value.length])).toEqual([
      ['content-type', 8_000],
      ['etag', 1],
    ]);
  });
});
