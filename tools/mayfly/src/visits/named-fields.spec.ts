import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { csvReader } from './csv-visits.ts';
import { readJsonVisit } from './json-visits.ts';
import type { LeftOut, VisitLine } from './visit-line.ts';

const AT = Date.parse('2026-10-10T20:55:36Z');
const timeOf = (time: unknown) =>
  (readJsonVisit(JSON.stringify({ url: 'http://a.test/', time })) as VisitLine).atMs;
const whyOf = (line: object) => (readJsonVisit(JSON.stringify(line)) as LeftOut).why;

describe('a visit as JSON', () => {
  it('has fields by their names', () => {
    const line = {
      ...{ URL: 'http://a.test/', timestamp: AT, referer: 'http://b.test/', kind: 'search-click' },
      ...{ reader_key: 'me', userAgent: 'Firefox', other: [1] },
    };
    expect(readJsonVisit(JSON.stringify(line))).toEqual({
      ...{ url: 'http://a.test/', atMs: AT, referrer: 'http://b.test/', kind: 'search' },
      ...{ readerKey: 'me', userAgent: 'Firefox' },
    });
  });

  it.each([
    [AT],
    [AT / 1_000],
    [String(AT)],
    ['2026-10-10T20:55:36Z'],
    ['2026-10-10 20:55:36'],
    ['2026-10-10T22:55:36.000+02:00'],
    ['2026-10-10T18:55:36-0200'],
  ])('has its time as %j', (time) => expect(timeOf(time)).toBe(AT));

  it.each([[-1], ['yesterday'], ['2026-13-01'], [1e300], [null], [true], ['9'.repeat(41)], ['']])(
    'has no time %j',
    (time) => expect(whyOf({ url: 'http://a.test/', time })).toBe('no such time'),
  );

  it.each([
    [{ time: 1 }, 'no url'],
    [{ url: 7, time: 1 }, 'no url'],
    [{ url: 'x', time: 1, kind: 'liked' }, 'kind must be browse, search or shown'],
    [{ url: 'x', time: 1, kind: 1 }, 'kind must be browse, search or shown'],
    [{ url: 'x', time: 1, reader: {} }, 'reader, user_agent and referrer must be texts'],
  ])('%j says what is wrong', (line, why) => expect(whyOf(line)).toBe(why));

  it('may be anything', () => {
    const line = fc.oneof(fc.string({ unit: 'binary' }), fc.json());
    fc.assert(fc.property(line, (text) => typeof readJsonVisit(text) === 'object'));
  });
});

describe('a visit as CSV', () => {
  const read = csvReader('\ufeffTime, "URL",Referrer,reader,note')!;

  it('has cells under their names, quoted or not', () => {
    expect(read('2026-10-10T20:55:36Z,"http://a.test/?a=1,2",,"me ""too""", x')).toMatchObject({
      ...{ url: 'http://a.test/?a=1,2', atMs: AT, referrer: '', readerKey: 'me "too"' },
    });
  });

  it.each([
    ['1,http://a.test/', 'other columns than the header has'],
    ['1,"http://a.test/,,,', 'a quote that does not end'],
    ['1,"http://a.test/"x,,,', 'a quote that does not end'],
    ['x,http://a.test/,,,', 'no such time'],
  ])('%j says what is wrong', (line, why) => expect(read(line)).toEqual({ left: 'bad', why }));

  it.each(['', 'url', 'time,link', '"url,time'])('needs more of a header than %j', (header) => {
    expect(csvReader(header)).toBeUndefined();
  });

  it('may be anything', () => {
    const line = fc.stringMatching(/^[",a \0ö]*$/);
    fc.assert(fc.property(line, (text) => typeof read(text) === 'object'));
  });
});
