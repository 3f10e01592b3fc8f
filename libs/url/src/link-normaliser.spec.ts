import { describe, expect, it } from '@jest/globals';
import { testSeed } from '@mayfly/testing';
import fc from 'fast-check';
import { linkNormaliser } from './link-normaliser.ts';
import { normaliseUrl } from './normalise-url.ts';

const BASES = [
  'https://a.test/dir/page',
  'http://a.test:8080/',
  'https://xn--bcher-kva.test/x?y=1',
];
const ORIGINS = [
  ...[
    'https://a.test',
    'http://a.test:8080',
    'https://b.test',
    'http://[::1]:81',
    'http://127.0.0.1',
  ],
  ...[
    'http://B.test',
    'https://me@b.test',
    'http://b.test.',
    'http://b.test:80',
    'https://bücher.test',
  ],
  ...[
    'http:///a',
    'http:b.test',
    'httpx://b.test',
    'ftp://b.test',
    '//b.test',
    'http://b..test',
    'http://0x7f.1',
  ],
];
const PIECES = [
  '/',
  '//',
  '.',
  '..',
  'a',
  'B',
  '~',
  '-',
  '_',
  '%41',
  '?q=1',
  '?b=2&a=1&utm_source=x',
  '&a.b=',
  '?',
  '=',
  '#f',
  ';',
  ' ',
  'é',
  ':',
  '\\',
];

describe('links of one page', () => {
  it('are normalised as any URL is', () => {
    const link = fc
      .array(fc.constantFrom(...PIECES), { maxLength: 8 })
      .map((some) => some.join(''));
    fc.assert(
      fc.property(
        fc.constantFrom(...BASES),
        fc.constantFrom('', ...ORIGINS),
        link,
        (base, origin, text) => {
          const written = `${origin}${text}`;
          expect(linkNormaliser(base)(written)).toEqual(normaliseUrl(written, base));
        },
      ),
      { seed: testSeed(), numRuns: 3_000 },
    );
  });

  it('are none where they are relative to too long a base, and are found where they are not', () => {
    const normalise = linkNormaliser(`https://a.test/${'a/'.repeat(100_000)}`);
    const far = Array.from({ length: 100_000 }, (_, at) => normalise(`page-${at}`));
    expect(far.filter(({ ok }) => ok)).toEqual([]);
    expect(['/x', '//b.test/x', 'http://c.test/x'].map((text) => normalise(text))).toEqual([
      { ok: true, url: 'https://a.test/x' },
      { ok: true, url: 'https://b.test/x' },
      { ok: true, url: 'http://c.test/x' },
    ]);
  });

  it('are resolved where the page itself has no address that can be fetched', () => {
    expect(linkNormaliser('about:blank')('/x')).toEqual(normaliseUrl('/x', 'about:blank'));
  });
});
