import { describe, expect, it } from '@jest/globals';
import { bucketOf, HOST_BUCKETS, type HostKey, hostOf } from './host.ts';
import { normaliseUrl } from './normalise-url.ts';

function host(text: string): HostKey {
  const result = normaliseUrl(text);
  if (!result.ok) throw new Error(result.reason);
  return hostOf(result.url);
}

describe('hostOf', () => {
  it.each([
    ['http://Www.A.test/x', 'www.a.test'],
    ['https://www.a.test/', 'www.a.test'],
    ['https://a.test:8443//x?//y', 'a.test:8443'],
    ['http://a.test:443/', 'a.test:443'],
    ['http://[::1]:8080/', '[::1]:8080'],
    ['http://127.0.0.1/', '127.0.0.1'],
  ])('of %s is %s', (url, expected) => {
    expect(host(url)).toBe(expected);
  });
});

describe('bucketOf', () => {
  // Rows are stored under their bucket: another answer would lose them.
  it.each([
    ['a.test', 494],
    ['example.com', 758],
  ])('of %s is %i for ever', (name, bucket) => {
    expect(bucketOf(name as HostKey)).toBe(bucket);
  });

  it('spreads hosts over all buckets', () => {
    const hosts = Array.from({ length: 20_000 }, (_, at) => `host-${at}.test` as HostKey);
    const counts = new Map<number, number>();
    for (const name of hosts) counts.set(bucketOf(name), (counts.get(bucketOf(name)) ?? 0) + 1);
    expect(counts.size).toBe(HOST_BUCKETS);
    expect(Math.max(...counts.keys())).toBe(HOST_BUCKETS - 1);
    expect(Math.max(...counts.values())).toBeLessThan(60);
  });
});
