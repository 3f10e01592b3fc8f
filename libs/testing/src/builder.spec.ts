import { describe, expect, it } from '@jest/globals';
import { builder } from './builder.ts';

const clock = { now: () => 1 };
const aHost = builder({
  name: 'a.test',
  urls: ['/'],
  bytes: Uint8Array.of(1, 2),
  seen: new Map([['/', { count: 1 }]]),
  since: new Date(0),
  readTime: clock.now,
});

describe('builder', () => {
  it('fills in what the test does not name', () => {
    expect(aHost({ name: 'b.test' })).toMatchObject({ name: 'b.test', urls: ['/'] });
  });

  it('gives fresh copies, however deep', () => {
    const spoilt = aHost();
    spoilt.urls.push('/spoilt');
    spoilt.bytes[0] = 9;
    spoilt.seen.get('/')!.count = 9;
    spoilt.since.setTime(9);
    const fresh = aHost();
    expect(fresh.urls).toEqual(['/']);
    expect(fresh.bytes).toEqual(Uint8Array.of(1, 2));
    expect(fresh.seen.get('/')).toEqual({ count: 1 });
    expect(fresh.since).toEqual(new Date(0));
  });

  it('keeps no hold of the overrides', () => {
    const urls = ['/mine'];
    aHost({ urls }).urls.push('/more');
    expect(urls).toEqual(['/mine']);
  });

  it('passes functions on as they are', () => {
    expect(aHost().readTime).toBe(clock.now);
  });
});
