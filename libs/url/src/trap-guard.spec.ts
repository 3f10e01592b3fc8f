import { describe, expect, it } from '@jest/globals';
import type { Url } from './normalise-url.ts';
import { trapGuard, type TrapLimits } from './trap-guard.ts';

const NOW_MS = Date.parse('2026-06-01T00:00:00Z');

const trapOf = (path: string, limits: Partial<TrapLimits> = {}) =>
  trapGuard(limits)(`http://a.test${path}` as Url, NOW_MS)?.rule;

describe('trapGuard', () => {
  it.each([
    ['/', 'a home page'],
    ['/news/2026/06/01/mayfly-hatch-begins', 'an article'],
    ['/1851/09/18/archives/a-word-about-ourselves.html', 'an old archive'],
    ['/events/2027/03/', 'a calendar of next year'],
    ['/article/20991231777', 'a number that begins like a date'],
    ['/item/87651024', 'a number with the digits of a day'],
    ['/size/4000/12', 'a number before a number'],
    ['/events/5123', 'the number of an event'],
    ['/jobs?candidate=2044', 'a number under a name that ends like a date'],
    ['/faq?update=1234', 'another one'],
    ['/map?x=1200&y=3400', 'a place on a map'],
    ['/tile?x=1200&y=1400', 'one that could be long ago'],
    ['/2024/01/01/01/1/1', 'numbers that come again'],
    ['/a/x/a/y/a/z', 'a letter that comes again'],
    ['/list?from=1000&to=2000&price=9000', 'a range that is no date'],
    ['/list?year=1999&month=2', 'a year that was'],
    ['/shop?color=red,blue&size=m&sort=price&page=2', 'a few filters'],
    ['/map?ids=1,2,3,4,5,6,7,8,9', 'a short list'],
  ])('lets %s pass: %s', (path) => {
    expect(trapOf(path)).toBeUndefined();
  });

  it.each([
    [`/${'x'.repeat(2_000)}`, 'length'],
    [`/${Array.from({ length: 21 }, (_, at) => `s${at}`).join('/')}`, 'depth'],
    ['/news/news/news/news', 'repetition'],
    ['/en/shop/en/cart/en/help/en/', 'repetition'],
    ['/a/b/a/b/a/b/a/b', 'repetition'],
    ['/7/7/7/7', 'repetition'],
    ['/events/2029/01/', 'calendar'],
    ['/calendar/5000', 'calendar'],
    ['/day/2031-02-14', 'calendar'],
    ['/x/2031/feb/', 'calendar'],
    ['/x/20310214/', 'calendar'],
    ['/cal?year=2031', 'calendar'],
    ['/cal?year=1923', 'calendar'],
    ['/cal?tribe-bar-date=2035-01', 'calendar'],
    ['/cal?start=2035%2F01%2F07', 'calendar'],
    ['/cal?eventDate=1923-01-01T00%3A00', 'calendar'],
    [`/shop?${Array.from({ length: 13 }, (_, at) => `f${at}=1`).join('&')}`, 'facets'],
    ['/shop?color=a,b,c,d,e%2Cf&size=a|b|c|d&brand=x,y,z', 'facets'],
  ])('stops %s by the rule %s', (path, rule) => {
    expect(trapOf(path)).toBe(rule);
  });

  it.each<[string, Partial<TrapLimits>, string | undefined]>([
    ['/abc', { maxLength: 16 }, 'length'],
    ['/abc', { maxLength: 17 }, undefined],
    ['/a/b', { maxDepth: 1 }, 'depth'],
    ['/a/b', { maxDepth: 2 }, undefined],
    ['/xx/xx', { maxRepeats: 1 }, 'repetition'],
    ['/events/2027/03/', { maxYearsAhead: 0 }, 'calendar'],
    ['/cal?year=1999', { maxYearsBack: 5 }, 'calendar'],
    ['/x?a=1&b=2', { maxFacets: 1 }, 'facets'],
    ['/x?a=1&b=2', { maxFacets: 2 }, undefined],
  ])('%s with %j: %s', (path, limits, rule) => {
    expect(trapOf(path, limits)).toBe(rule);
  });

  it('says what was wrong', () => {
    const trap = trapGuard()('http://a.test/cal?year=2031' as Url, NOW_MS);
    expect(trap?.reason).toBe('a date more than 2 years ahead');
  });

  it('goes with the time', () => {
    const guard = trapGuard();
    const url = 'http://a.test/events/2029/01/' as Url;
    expect(guard(url, Date.parse('2027-01-01'))).toBeUndefined();
  });
});
