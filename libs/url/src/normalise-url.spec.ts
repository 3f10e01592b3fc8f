import { describe, expect, it } from '@jest/globals';
import { testSeed } from '@mayfly/testing';
import fc from 'fast-check';
import { normaliseUrl } from './normalise-url.ts';

/** The normalised URL, or the rule that was broken. */
function normal(text: string): string {
  const result = normaliseUrl(text);
  return result.ok ? result.url : result.rule;
}

describe('normaliseUrl', () => {
  it.each([
    ['HTTP://Www.A.Test/Path', 'http://www.a.test/Path', 'lower-cases scheme and host only'],
    ['https://a.test', 'https://a.test/', 'gives an empty path its slash'],
    ['http://a.test:80/', 'http://a.test/', 'drops the port of http'],
    ['https://a.test:443/', 'https://a.test/', 'drops the port of https'],
    ['http://a.test:443/', 'http://a.test:443/', 'keeps a port that is not the scheme’s own'],
    ['http://a.test/x#part', 'http://a.test/x', 'drops the fragment'],
    ['http://a.test/x?', 'http://a.test/x', 'drops an empty query'],
    ['http://a.test./', 'http://a.test/', 'drops the last dot of the host'],
    ['http://a.test/b/../c/./d', 'http://a.test/c/d', 'resolves dot segments'],
    ['http://a.test/b/%2E%2e/c', 'http://a.test/c', 'resolves dot segments that are escaped'],
    ['http://a.test/%7euser', 'http://a.test/~user', 'unescapes what needs no escape'],
    ['http://a.test/%c3%a9?q=%2b', 'http://a.test/%C3%A9?q=%2B', 'writes escapes in capitals'],
    ['http://a.test/9%2f11', 'http://a.test/9%2F11', 'leaves an escaped slash escaped'],
    ['http://a.test/é ?q=ü|[]', 'http://a.test/%C3%A9%20?q=%C3%BC%7C%5B%5D', 'escapes the rest'],
    ['http://a.test/100%', 'http://a.test/100%25', 'escapes a percent sign that is no escape'],
    ['http://a.test/%%32e', 'http://a.test/%252e', 'makes no new escape of old ones'],
    ['http://bücher.test/', 'http://xn--bcher-kva.test/', 'spells the host in ASCII'],
    ['http://127.1:8080/', 'http://127.0.0.1:8080/', 'writes addresses in full'],
    ['http://[::0:1]/', 'http://[::1]/', 'writes IPv6 addresses in short'],
    ['  http://a.test/\n', 'http://a.test/', 'drops white space around'],
    ['http://a.test//b///c//', 'http://a.test/b/c/', 'makes doubled slashes one'],
    ['http://a.test/?u=http://b.test//c', 'http://a.test/?u=http://b.test//c', 'but in a query'],
    ['http://a.test/?b=2&a=1', 'http://a.test/?a=1&b=2', 'sorts parameters by name'],
    ['http://a.test/?a=2&b&a=1', 'http://a.test/?a=2&a=1&b', 'keeps those of one name in order'],
    ['http://a.test/?&b=&&=1&a', 'http://a.test/?a&b', 'drops what says nothing'],
    ['http://a.test/?&', 'http://a.test/', 'drops a query that says nothing'],
    ['http://a.test/?q=1;b&a', 'http://a.test/?a&q=1;b', 'takes a semicolon for a character'],
    ['http://a.test/?/z?b=1&a=2', 'http://a.test/?/z?b=1&a=2', 'leaves a query of no parameters'],
    ['http://a.test/?utm_source=x&id=1&fbclid=y', 'http://a.test/?id=1', 'drops tracking'],
    ['http://a.test/?UTM_Medium=x', 'http://a.test/', 'whatever its case'],
    ['http://a.test/?%75tm_source=x', 'http://a.test/', 'and however it is escaped'],
    ['http://a.test/?utm=x&gclid2=y', 'http://a.test/?gclid2=y&utm=x', 'but nothing like it'],
    ['http://a.test/a;jsessionid=1A2B?x', 'http://a.test/a?x', 'drops sessions of a path'],
    ['http://a.test/a;v=2;JSessionID=9/b', 'http://a.test/a;v=2/b', 'and leaves its parameters'],
    ['http://a.test/(S(lit3py55t21z5v55vlm25s55))/x', 'http://a.test/x', 'and segments of them'],
    [
      'http://a.test/b/..;jsessionid=1/c',
      'http://a.test/b/..;jsessionid=1/c',
      'but makes no step up',
    ],
    ['http://a.test/?PHPSESSID=abc&id=1', 'http://a.test/?id=1', 'drops sessions of a query'],
    [`http://a.test/?sid=${'a1'.repeat(16)}`, 'http://a.test/', 'also under a name of many uses'],
    ['http://a.test/?sid=42', 'http://a.test/?sid=42', 'but not what means something'],
  ])('%s → %s: %s', (text, expected) => {
    expect(normal(text)).toBe(expected);
  });

  it.each([
    ['/path', 'malformed'],
    ['a.test/path', 'malformed'],
    ['http://', 'malformed'],
    ['http://a b/', 'malformed'],
    ['http://a.test:99999/', 'malformed'],
    ['ftp://a.test/', 'scheme'],
    ['mailto:a@b.test', 'scheme'],
    ['javascript:void(0)', 'scheme'],
    ['http://user@a.test/', 'userinfo'],
    ['http://:pass@a.test/', 'userinfo'],
    ['http://./', 'host'],
    ['http://a..test/', 'host'],
  ])('refuses %s by the rule %s', (text, rule) => {
    expect(normal(text)).toBe(rule);
  });

  it('refuses what is too long to be asked for', () => {
    expect(normal(`http://${'a'.repeat(64)}.test/`)).toBe('host');
    expect(normal(`http://${'a.'.repeat(125)}test/`)).toBe('host');
    expect(normal(`http://a.test/${'x'.repeat(8_000)}`)).toBe('too-long');
  });

  it('accepts what is just short enough', () => {
    expect(normal(`http://${'a'.repeat(63)}.test/`)).toMatch(/^http/);
    expect(normal(`http://${'a.'.repeat(124)}test/`)).toMatch(/^http/);
    expect(normal(`http://a.test/${'x'.repeat(7_986)}`)).toHaveLength(8_000);
  });

  const pieces = fc.constantFrom(
    ...['http://', 'https:', '//', '/', '\\', '..', '.', '%', '%2e', '%2F', '%41', '%zz', '%25'],
    ...['a.test', 'A', 'é', ' ', '\t', '?', '#', '&', '=', '@', ':', ':80', '[::1]', '|', '^', "'"],
    ...[
      ';jsessionid=1',
      '?utm_x=1',
      '&&',
      '=',
      '(S(aaaaaaaaaaaaaaaaaaaa))',
      'ß',
      'xn--a',
      'xn--',
      '0x7f',
      '1',
      '。',
      '\u00ad',
      '\ud800',
      '{}',
      '`',
      '"',
      '<',
      '>',
      '*',
      '$',
    ],
  );
  const texts = fc.oneof(
    fc.webUrl({ withFragments: true, withQueryParameters: true }),
    fc.string({ unit: 'binary' }),
    fc.array(pieces, { maxLength: 12 }).map((some) => `http://${some.join('')}`),
    fc.array(pieces, { maxLength: 12 }).map((some) => `https://a.test/${some.join('')}`),
  );

  it('done twice is done once, for whatever text', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const once = normaliseUrl(text);
        if (once.ok) expect(normaliseUrl(once.url)).toEqual(once);
      }),
      { seed: testSeed(), numRuns: 3_000 },
    );
  });

  it('gives nothing but an absolute URL in plain ASCII', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const result = normaliseUrl(text);
        if (result.ok) expect(result.url).toMatch(/^https?:\/\/[^\s/?#@]+\/[!-~]*$/);
      }),
      { seed: testSeed(), numRuns: 3_000 },
    );
  });

  it('means the same URL as before to the parser, but for order and spelling', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true }), (text) => {
        const result = normaliseUrl(text);
        if (!result.ok) return;
        const [before, after] = [new URL(text), new URL(result.url)];
        const meaning = ({ host, pathname, searchParams }: URL) => [
          host,
          decodeURIComponent(pathname.replace(/%(?![0-9a-f]{2})/gi, '%25')).replace(/\/+/g, '/'),
          [...searchParams]
            .filter(([name]) => name !== '')
            .map(String)
            .sort(),
        ];
        expect(meaning(after)).toEqual(meaning(before));
      }),
      { seed: testSeed() },
    );
  });

  it('is the same in whatever order parameters of different names stand', () => {
    const names = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,4}$/), { minLength: 2, maxLength: 6 });
    fc.assert(
      fc.property(names, (some) => {
        const url = (order: readonly string[]) =>
          normal(`http://a.test/?${order.map((name) => `${name}=1`).join('&')}`);
        expect(url([...some].reverse())).toBe(url(some));
      }),
      { seed: testSeed() },
    );
  });

  it.each([
    ['../c?d#e', 'https://a.test/c?d'],
    ['//b.test', 'https://b.test/'],
    ['http://b.test/x', 'http://b.test/x'],
  ])('resolves %s against a base', (text, url) => {
    expect(normaliseUrl(text, 'https://a.test/b/')).toEqual({ ok: true, url });
  });

  it('refuses what is relative to nothing', () => {
    expect(normaliseUrl('/a', 'about:blank')).toMatchObject({ ok: false, rule: 'malformed' });
  });
});
