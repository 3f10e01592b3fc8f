import { describe, expect, it } from '@jest/globals';
import { type GetHostResponse, RestReason } from '@mayfly/contracts/frontier/v1';
import { durationOf } from '@mayfly/grpc';
import { plainHost, shownHost } from './host.ts';

const NOW = Date.parse('2026-01-01T00:00:00Z');
const host = (over: Partial<GetHostResponse> = {}): GetHostResponse => ({
  ...{ host: 'a.test', known: true, policy: undefined, crawlDelay: undefined },
  manners: { delay: durationOf(1_000), busyFactor: 2, leasesAtATime: 1, obeyRobots: true },
  ...{ nextAllowedTime: undefined, restReason: RestReason.REST_REASON_NONE, leasesOut: 0 },
  ...{ lastAttempt: 3, failures: 0, block: undefined, tripped: false, address: '', server: '' },
  ...{ novelty: 0.25, urlQuota: 1_000_000, crawlManners: [] },
  ...over,
});

describe('shownHost', () => {
  it('tells how a host is treated', () => {
    const text = shownHost(host(), NOW);
    expect(text).toContain('as soon as something of it is due');
    expect(text).toContain('1 at a time, 1.0 s between requests, and at least 2 times as long');
    expect(text).toContain('3 so far, 0 under way');
    expect(text).toContain('25 %');
    expect(text).not.toMatch(/undefined|set for this host|never heard of|address/);
  });

  it('names the crawls that treat it otherwise', () => {
    const own = (crawl: string, delayMs: number) => ({
      crawl,
      manners: { delay: durationOf(delayMs), busyFactor: 0, leasesAtATime: 2, obeyRobots: true },
    });
    const found = host({ crawlManners: [own('demo', 200), own('inner', 0)] });
    const text = shownHost(found, NOW);
    expect(text).toMatch(
      /^ +manners +crawl demo: 2 at a time, 200 ms between requests; robots\.txt is obeyed$/m,
    );
    expect(text).toMatch(/^ +crawl inner: 2 at a time/m);
    expect(text).toMatch(/^ +all others: 1 at a time, 1\.0 s between requests/m);
    expect(plainHost(found, NOW)).toMatchObject({
      crawlManners: [{ crawl: 'demo', manners: { delayMs: 200 } }, { crawl: 'inner' }],
    });
  });

  it('tells until when it rests, and why', () => {
    const nextAllowedTime = new Date(NOW + 600_000);
    const rest = { nextAllowedTime, restReason: RestReason.REST_REASON_TRIPPED, tripped: true };
    const text = shownHost(host({ ...rest, failures: 9 }), NOW);
    expect(text).toContain('not before 2026-01-01T00:10:00.000Z (in 10 min): it failed so often');
    expect(text).toContain('9 failures that it has not made up for, asked only now and then');
  });

  it('tells of its block before anything else', () => {
    const nextAllowedTime = new Date(NOW + 600_000);
    const block = { untilTime: undefined, reason: 'its owner\nasked' };
    const text = shownHost(host({ block, nextAllowedTime, known: false }), NOW);
    expect(text).toContain('a.test, never heard of');
    expect(text).toContain('never: blocked for good: its owner asked');
    expect(text).not.toContain('news');
  });

  it('does not call a block that ends one for ever', () => {
    const block = { untilTime: new Date(NOW + 600_000), reason: 'asked' };
    expect(shownHost(host({ block }), NOW)).toContain(
      'not: blocked until 2026-01-01T00:10:00.000Z (in 10 min): asked',
    );
  });

  it('does not call a limit a number of URLs that are there', () => {
    expect(shownHost(host(), NOW)).toContain('up to 1,000,000 URLs of it may be known');
  });

  it('is plain for scripts', () => {
    const manners = { delay: durationOf(5_000) };
    expect(plainHost(host({ policy: manners, crawlDelay: durationOf(250) }), NOW)).toMatchObject({
      ...{ blocked: false, resting: false, restReason: 'none', crawlDelayMs: 250 },
      policy: { delayMs: 5_000 },
    });
  });
});
