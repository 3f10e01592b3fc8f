import { describe, expect, it } from '@jest/globals';
import type { Access } from './access-log.ts';
import {
  disallowedRequests,
  impoliteRequests,
  overlappingRequests,
  requestsPerUrl,
} from './judges.ts';
import type { RobotsAnswer } from './robots-text.ts';

function access(host: string, path: string, startMs: number, more: Partial<Access> = {}): Access {
  return {
    host,
    path,
    url: `http://${host}${path}`,
    method: 'GET',
    userAgent: 'mayfly/1',
    startMs,
    endMs: startMs + 10,
    status: 200,
    bytes: 1,
    aborted: false,
    ...more,
  };
}

const paths = (found: readonly { access: Access }[]): string[] =>
  found.map((each) => each.access.path);

describe('impoliteRequests', () => {
  it('counts from the end of the last answer', () => {
    const log = [access('a', '/1', 0, { endMs: 500 }), access('a', '/2', 1_000)];
    expect(impoliteRequests(log, { delayMs: 500 })).toEqual([]);
    expect(impoliteRequests(log, { delayMs: 501 })).toEqual([
      { access: log[1], previous: log[0], restedMs: 500, neededMs: 501 },
    ]);
  });

  it('keeps hosts apart, and asks each for its own delay', () => {
    const log = [
      access('a', '/1', 0),
      access('b', '/2', 1),
      access('a', '/3', 110),
      access('b', '/4', 111),
    ];
    const delayMs = (host: string): number => (host === 'a' ? 100 : 101);
    expect(paths(impoliteRequests(log, { delayMs }))).toEqual(['/4']);
  });

  it('wants a slow host and one that asked for it left alone longer', () => {
    const slow = [access('a', '/1', 0, { endMs: 400 }), access('a', '/2', 1_000)];
    expect(paths(impoliteRequests(slow, { delayMs: 100, busyFactor: 2 }))).toEqual(['/2']);
    const busy = [
      access('a', '/1', 0, { status: 503, retryAfterMs: 1_000 }),
      access('a', '/2', 900),
    ];
    expect(paths(impoliteRequests(busy, { delayMs: 100 }))).toEqual(['/2']);
  });

  it('finds a request beside one that never ended, and forgives no more than it is told to', () => {
    const open = access('a', '/1', 0);
    delete open.endMs;
    expect(paths(impoliteRequests([open, access('a', '/2', 9_999)], { delayMs: 0 }))).toEqual([
      '/2',
    ]);
    const log = [access('a', '/1', 0), access('a', '/2', 109)];
    expect(impoliteRequests(log, { delayMs: 100, toleranceMs: 1 })).toEqual([]);
    expect(paths(impoliteRequests(log, { delayMs: 101, toleranceMs: 1 }))).toEqual(['/2']);
  });
});

describe('overlappingRequests', () => {
  it('finds requests that began during another of the same host, also a long one before the last', () => {
    const log = [
      access('a', '/long', 0, { endMs: 1_000 }),
      access('a', '/short', 100),
      access('a', '/third', 500),
      access('b', '/other', 500),
      access('a', '/after', 1_000),
    ];
    expect(overlappingRequests(log)).toEqual([
      { access: log[1], during: log[0] },
      { access: log[2], during: log[0] },
    ]);
  });
});

describe('disallowedRequests', () => {
  const text = (rules: string): RobotsAnswer => ({ status: 200, text: `User-agent: *\n${rules}` });
  const always = (answers: Record<string, RobotsAnswer>) => ({
    robotsAt: (host: string) => answers[host] ?? { status: 404 },
  });

  it('finds pages asked before robots.txt had been answered', () => {
    const log = [
      access('a', '/robots.txt', 5, { endMs: 20 }),
      access('a', '/1', 10),
      access('a', '/2', 20),
    ];
    expect(disallowedRequests(log, always({}))).toEqual([
      { access: log[1], reason: 'robots-unread' },
    ]);
  });

  it('finds forbidden paths, and everything where robots.txt failed', () => {
    const log = ['a', 'b', 'c'].flatMap((host) => [
      access(host, '/robots.txt', 0),
      access(host, '/x', 100),
      access(host, '/y', 200),
    ]);
    const world = always({ a: text('Disallow: /x'), b: { status: 500 } });
    expect(disallowedRequests(log, world)).toEqual([
      { access: log[1], reason: 'disallowed' },
      { access: log[4], reason: 'disallowed' },
      { access: log[5], reason: 'disallowed' },
    ]);
  });

  it('judges by the rules that had been read, not by those of the moment', () => {
    const changed = {
      robotsAt: (_: string, atMs: number) => text(atMs < 50 ? 'Disallow:' : 'Disallow: /x'),
    };
    const log = [
      access('a', '/robots.txt', 0),
      access('a', '/x', 100),
      access('a', '/robots.txt', 200),
      access('a', '/x', 300),
    ];
    expect(disallowedRequests(log, changed)).toEqual([{ access: log[3], reason: 'disallowed' }]);
  });

  it('follows a robots.txt that was redirected, and wants its target read too', () => {
    const world = always({
      a: { status: 301, location: 'http://b/robots.txt' },
      b: text('Disallow: /x'),
    });
    const log = [
      access('a', '/robots.txt', 0),
      access('a', '/early', 50),
      access('b', '/robots.txt', 100),
      access('a', '/x', 200),
      access('a', '/y', 300),
    ];
    expect(disallowedRequests(log, world)).toEqual([
      { access: log[1], reason: 'robots-unread' },
      { access: log[3], reason: 'disallowed' },
    ]);
  });

  it('listens to the agent that asked', () => {
    const world = always({ a: { status: 200, text: 'User-agent: other\nDisallow: /' } });
    const log = [access('a', '/robots.txt', 0), access('a', '/x', 100)];
    expect(disallowedRequests(log, world)).toEqual([]);
    const others = log.map((each) => ({ ...each, userAgent: 'Other/2' }));
    expect(paths(disallowedRequests(others, world))).toEqual(['/x']);
  });
});

describe('requestsPerUrl', () => {
  it('counts', () => {
    const log = [access('a', '/1', 0), access('a', '/1', 50), access('b', '/1', 0)];
    expect([...requestsPerUrl(log)]).toEqual([
      ['http://a/1', 2],
      ['http://b/1', 1],
    ]);
  });
});
