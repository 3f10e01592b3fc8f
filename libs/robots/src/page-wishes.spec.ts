import { describe, expect, it } from '@jest/globals';
import { joinWishes, type PageWishes, readMetaRobots, readRobotsTag } from './page-wishes.ts';

const NONE: PageWishes = {
  noindex: false,
  nofollow: false,
  noarchive: false,
  nosnippet: false,
  others: [],
};

const meta = (content: string, name = 'robots') => readMetaRobots([{ name, content }], 'mayfly');
const tag = (...headers: string[]) => readRobotsTag(headers, 'mayfly');

describe('readMetaRobots', () => {
  it.each<[string, Partial<PageWishes>]>([
    ['', {}],
    ['index, follow', {}],
    ['all', {}],
    ['noindex', { noindex: true }],
    ['NOINDEX,NoFollow', { noindex: true, nofollow: true }],
    ['none', { noindex: true, nofollow: true }],
    ['noarchive, nosnippet', { noarchive: true, nosnippet: true }],
    ['nocache', { noarchive: true }],
    ['max-snippet:0', { nosnippet: true }],
    ['max-snippet: 20, noai', { others: ['max-snippet:20', 'noai'] }],
    ['noindex noindex', { others: ['noindex noindex'] }],
  ])('of %j', (content, expected) => {
    expect(meta(content)).toEqual({ ...NONE, ...expected });
  });

  it('hears tags for everybody and for the agent, and nobody else’s', () => {
    const tags = [
      { name: 'Robots', content: 'noarchive' },
      { name: ' MAYFLY ', content: 'nofollow' },
      { name: 'googlebot', content: 'noindex' },
      { name: 'description', content: 'nosnippet' },
    ];
    expect(readMetaRobots(tags, 'Mayfly')).toEqual({ ...NONE, noarchive: true, nofollow: true });
  });

  it('takes no colon for the name of an agent', () => {
    expect(meta('otherbot: noindex').noindex).toBe(false);
  });
});

describe('readRobotsTag', () => {
  it.each<[string[], Partial<PageWishes>]>([
    [['noindex'], { noindex: true }],
    [['mayfly: nofollow'], { nofollow: true }],
    [['MayFly:noindex, nofollow'], { noindex: true, nofollow: true }],
    [['googlebot: noindex, nofollow'], {}],
    [
      ['noarchive, googlebot: noindex, nofollow, mayfly: nosnippet'],
      { noarchive: true, nosnippet: true },
    ],
    [['googlebot: noindex', 'nofollow'], { nofollow: true }],
    [['mayfly: none'], { noindex: true, nofollow: true }],
    [['max-snippet: 0'], { nosnippet: true }],
    [['googlebot: max-snippet: 0'], {}],
    [[''], {}],
  ])('of %j', (headers, expected) => {
    expect(tag(...headers)).toEqual({ ...NONE, ...expected });
  });
});

describe('a wish made to hurt', () => {
  it.each([
    ['a', ' '],
    ['unavailable_after:', ' '],
    ['unavailable_after:', '2011,'],
    ['unavailable_after: Sat', ', Jun 25'],
    ['max-snippet:', ' '],
    ['a:', ' '],
  ])('%s and millions of %j', (word, piece) => {
    const text = `${word}${piece.repeat(3_000_000 / piece.length)}b`;
    expect(meta(text).noindex || tag(text).noindex).toBe(false);
  });
});

describe('unavailable_after', () => {
  it.each([
    ['unavailable_after: 25 Jun 2010 15:00:00 PST', '2010-06-25T23:00:00Z'],
    ['unavailable_after: 25-Aug-2007 15:00:00 EST', '2007-08-25T20:00:00Z'],
    ['unavailable_after: Wed, 02 Sep 2026 12:00:00 GMT', '2026-09-02T12:00:00Z'],
    ['unavailable_after: Sunday, 06-Nov-94 08:49:37 GMT, noarchive', '1994-11-06T08:49:37Z'],
    ['noarchive, unavailable_after: 2026-09-02', '2026-09-02T00:00:00Z'],
    ['unavailable_after: 2026-09-02T10:00:00+02:00', '2026-09-02T08:00:00Z'],
    ['unavailable_after: 2026-09-02T10:00:00', '2026-09-02T10:00:00Z'],
    ['unavailable_after: 2 Sep 2026 10:00', '2026-09-02T10:00:00Z'],
    ['unavailable_after: 2 Sep 2026 10:00:00 CEST', '2026-09-02T08:00:00Z'],
    ['unavailable_after: 2 Sep 2026', '2026-09-02T00:00:00Z'],
    ['unavailable_after: Sat, 25 Jun 2011 15:00:00 GMT', '2011-06-25T15:00:00Z'],
    ['unavailable_after: 25 Jun, 2011', '2011-06-25T00:00:00Z'],
    ['unavailable_after: 25 Jun, 2011 15:00:00 PST', '2011-06-25T23:00:00Z'],
    ['noindex, unavailable_after: Jun 25, 2011, 15:00', '2011-06-25T15:00:00Z'],
    ['unavailable_after: Saturday, June 25, 2011, noarchive', '2011-06-25T00:00:00Z'],
    ['unavailable_after:Sat,25 Jun,2011,15:00:00 CEST', '2011-06-25T13:00:00Z'],
  ])('%s is %s', (text, instant) => {
    const expected = Date.parse(instant);
    expect([meta(text).unavailableAfterMs, tag(text).unavailableAfterMs]).toEqual([
      expected,
      expected,
    ]);
  });

  it.each(['unavailable_after:', 'unavailable_after: soon', 'unavailable_after: 1'])(
    'is nothing in %j',
    (text) => {
      expect(meta(text)).toEqual(NONE);
    },
  );

  it.each([
    'unavailable_after: Wed, 02 Sep 2026 12:00:00 GMT, noarchive',
    'unavailable_after: 2 Sep, 2026, noarchive',
    'unavailable_after: September 2, 2026, 12:00 GMT, noarchive',
    'unavailable_after: Wednesday, noarchive',
  ])('leaves the directives beside it: %s', (text) => {
    const expected = { noarchive: true, others: [] };
    expect([meta(text), tag(text)]).toMatchObject([expected, expected]);
  });

  it('holds only for the agent that it names', () => {
    expect(
      tag('googlebot: unavailable_after: 2 Sep 2026 10:00').unavailableAfterMs,
    ).toBeUndefined();
    expect(tag('mayfly: unavailable_after: 2 Sep 2026 10:00').unavailableAfterMs).toBeDefined();
    expect(tag('googlebot: unavailable_after: 2 Sep, 2026, noindex').noindex).toBe(false);
  });

  it('is the earliest of several', () => {
    const [early, late] = [
      meta('unavailable_after: 2026-01-01'),
      meta('unavailable_after: 2027-01-01'),
    ];
    expect(joinWishes(late, early).unavailableAfterMs).toBe(Date.parse('2026-01-01'));
  });
});

describe('joinWishes', () => {
  it('hears whoever asks for more restraint', () => {
    expect(joinWishes(meta('noindex, noai'), tag('nofollow'), NONE)).toEqual({
      ...NONE,
      noindex: true,
      nofollow: true,
      others: ['noai'],
    });
  });
});
