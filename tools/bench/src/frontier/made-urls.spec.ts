import { describe, expect, it } from '@jest/globals';
import { normaliseUrl } from '@mayfly/url';
import { batchesOf, hostAt, sampleOf, urlAt } from './made-urls.ts';

const PAGES = { hosts: 100, scatter: false };

describe('made URLs', () => {
  it('have 70 characters, are normalised, and differ', () => {
    const urls = [0, 1, 24, 25, 9_999_999].map((at) => urlAt(at, PAGES));
    expect(urls.map((url) => url.length)).toEqual([70, 70, 70, 70, 70]);
    expect(urls.map((url) => normaliseUrl(url))).toEqual(urls.map((url) => ({ ok: true, url })));
    expect(new Set(urls).size).toBe(5);
  });

  it('come in runs of one host, and scattered each of another', () => {
    const runs = Array.from({ length: 50 }, (_, at) => hostAt(at, PAGES));
    expect([new Set(runs.slice(0, 25)).size, new Set(runs).size]).toEqual([1, 2]);
    const scattered = Array.from({ length: 100 }, (_, at) =>
      hostAt(at, { ...PAGES, scatter: true }),
    );
    expect(new Set(scattered).size).toBe(100);
  });

  it('reach every host', () => {
    const hosts = new Set(Array.from({ length: 2_500 }, (_, at) => hostAt(at, PAGES)));
    expect(hosts.size).toBe(100);
  });
});

describe('batches', () => {
  it('hold every number once', () => {
    expect([...batchesOf(5, 12, 3)]).toEqual([[5, 6, 7], [8, 9, 10], [11]]);
  });

  it('of a sample are whole runs, spread evenly', () => {
    const sample = [...sampleOf(1_000, 100, 50)];
    expect(sample.map(({ length }) => length)).toEqual([50, 50]);
    const numbers = sample.flat();
    expect(new Set(numbers).size).toBe(100);
    expect([numbers[0], numbers[25], numbers[99]]).toEqual([0, 250, 774]);
  });
});
