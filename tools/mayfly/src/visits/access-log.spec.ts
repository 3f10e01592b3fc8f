import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { accessLogReader, isAccessLine, needsSite } from './access-log.ts';

const read = accessLogReader('https://example.org');
const COMMON = '192.0.2.1 - frank [10/Oct/2026:13:55:36 -0700] "GET /news/1?a=b HTTP/1.1" 200 2326';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const COMBINED = `${COMMON} "https://example.org/" "${FIREFOX}"`;

describe('a line of an access log', () => {
  it('is a visit', () => {
    expect(read(COMMON)).toEqual({
      ...{ url: 'https://example.org/news/1?a=b', referrer: '', kind: 'browse', userAgent: '' },
      ...{ atMs: Date.parse('2026-10-10T20:55:36Z'), readerKey: '192.0.2.1 frank ' },
    });
    expect(read(COMBINED)).toMatchObject({
      ...{ referrer: 'https://example.org/', userAgent: FIREFOX },
      readerKey: `192.0.2.1 frank ${FIREFOX}`,
    });
  });

  it('may have quotes in quotes, an address of any form, and a site of its own', () => {
    const line =
      '2001:db8::1 - - [01/Jan/2026:00:00:00 +0130] "GET http://other.test/ HTTP/1.0" 304 - "-" "say \\"hi\\""';
    expect(read(line)).toMatchObject({
      ...{ url: 'http://other.test/', userAgent: 'say "hi"', referrer: '' },
      atMs: Date.parse('2025-12-31T22:30:00Z'),
    });
    expect([needsSite(line), needsSite(COMMON)]).toEqual([false, true]);
  });

  it.each([
    ['POST', COMMON.replace('GET', 'POST'), 'not a GET'],
    ['an error', COMMON.replace(' 200 ', ' 404 '), 'not answered with a page'],
    ['a picture', COMMON.replace('/news/1?a=b', '/a.PNG?x=1'), 'part of a page'],
  ])('is skipped where it is %s', (_, line, why) => {
    expect(read(line)).toEqual({ left: 'skipped', why });
  });

  it.each([
    ['another day than calendars have', COMMON.replace('10/Oct', '31/Feb'), 'no such time'],
    ['another hour', COMMON.replace(':13:', ':25:'), 'no such time'],
    ['no month', COMMON.replace('Oct', 'Foo'), 'no such time'],
    ['no protocol', COMMON.replace(' HTTP/1.1', ''), 'not a request'],
    ['a handshake', COMMON.replace('GET /news/1?a=b HTTP/1.1', '\\x16\\x03\\x01'), 'not a request'],
    ['half a line', COMBINED.slice(0, 60), 'not a line of an access log'],
    ['no status', COMMON.replace(' 200 ', ' ok '), 'not a line of an access log'],
    ['nothing', 'x', 'not a line of an access log'],
  ])('is bad with %s', (_, line, why) => expect(read(line)).toEqual({ left: 'bad', why }));

  it('is bad where nobody says of which site its path is', () => {
    expect(accessLogReader(undefined)(COMMON)).toMatchObject({ left: 'bad' });
  });

  it('may be anything', () => {
    const piece = fc.constantFrom(
      '"',
      '\\',
      '[',
      ']',
      ' ',
      ' [',
      '] "',
      '" 200 ',
      '-',
      '\0',
      'GET /',
    );
    const junk = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(piece).map((all) => all.join('')),
    );
    const cut = fc
      .tuple(fc.nat(COMBINED.length), junk, fc.nat(COMBINED.length))
      .map(([to, middle, from]) => `${COMBINED.slice(0, to)}${middle}${COMBINED.slice(from)}`);
    fc.assert(
      fc.property(fc.oneof(junk, cut), (line) => {
        const found = read(line);
        return 'left' in found
          ? found.why !== ''
          : Number.isFinite(found.atMs) && isAccessLine(line);
      }),
      { numRuns: 2_000 },
    );
  });

  // Tried in every way it would not end while anybody waits for it.
  it('comes to an end with lines made to cost much', () => {
    const evil = [' [', ' [a] "', '" "', '\\', ' ', '"GET '].map(
      (piece) => `1 - - ${piece.repeat(20_000)}`,
    );
    for (const line of evil) expect(() => read(line)).not.toThrow();
  });
});
