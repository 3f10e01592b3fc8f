import { describe, expect, it } from '@jest/globals';
import type { Url } from '@mayfly/url';
import { classifyResponse } from './classify-response.ts';

const url = 'https://a.test/dir/page' as Url;
const classify = (
  status: number,
  more: { location?: string; hops?: number; conditional?: boolean; check?: boolean } = {},
) => classifyResponse({ status, url, location: undefined, hops: 0, conditional: false, ...more });

describe('the outcome', () => {
  it.each([
    [200, 'ok'],
    [206, 'ok'],
    [400, 'refused'],
    [401, 'refused'],
    [403, 'refused'],
    [404, 'gone'],
    [410, 'gone'],
    [429, 'busy'],
    [451, 'refused'],
    [500, 'server-error'],
    [502, 'server-error'],
    [503, 'busy'],
    [305, 'bad-response'],
    [600, 'bad-response'],
    [999, 'bad-response'],
  ])('of status %i is %s', (status, outcome) => {
    expect(classify(status).outcome).toBe(outcome);
  });

  it('of 304 is unchanged, to whom asked for it', () => {
    expect([classify(304, { conditional: true }).outcome, classify(304).outcome]).toEqual([
      'unchanged',
      'bad-response',
    ]);
  });
});

describe('a check of freshness', () => {
  it.each([405, 501])(
    'by a server that does not know HEAD (%i) says nothing against it',
    (status) => {
      expect([
        classify(status, { check: true }).outcome,
        classify(404, { check: true }).outcome,
      ]).toEqual([...['ok', 'gone']]);
    },
  );
});

describe('a redirect', () => {
  it.each([300, 301, 302, 303, 307, 308])('of %i names its target, normalised', (status) => {
    expect(classify(status, { location: '../X#top' })).toEqual({
      outcome: 'redirected',
      redirectUrl: 'https://a.test/X',
      detail: '',
    });
  });

  it.each([undefined, '', 'file:///etc/passwd', 'https://u:p@b.test/', 'http://[', 'data:,x'])(
    'to %j is a bad response or goes nowhere',
    (location) => {
      const classified = classify(302, location === undefined ? {} : { location });
      expect(classified.redirectUrl).toBe(undefined);
      expect(['bad-response', 'redirect-loop']).toContain(classified.outcome);
    },
  );

  it.each<[BufferEncoding, string, string]>([
    ['utf8', '/café?q=я', 'https://a.test/caf%C3%A9?q=%D1%8F'],
    ['latin1', '/café', 'https://a.test/caf%E9'],
    ['utf8', 'https://bücher.test/', 'https://xn--bcher-kva.test/'],
  ])('in %s names its target by the bytes that came: %s', (encoding, text, target) => {
    const location = Buffer.from(text, encoding).toString('latin1');
    expect(classify(302, { location }).redirectUrl).toBe(target);
  });

  it('that is the tenth is a loop, and one to itself at once', () => {
    const outcome = (hops: number) => classify(302, { location: '/x', hops }).outcome;
    expect([outcome(8), outcome(9), outcome(10)]).toEqual([
      'redirected',
      'redirect-loop',
      'redirect-loop',
    ]);
    expect(classify(302, { location: '#again' }).outcome).toBe('redirect-loop');
  });
});
