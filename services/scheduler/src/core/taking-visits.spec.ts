import { describe, expect, it } from '@jest/globals';
import { ReaderPace, saltOf } from '@mayfly/readers';
import { TakingVisits } from './taking-visits.ts';
import { dayOf, type GivenVisit, type HostVisits } from './visit.ts';

const NOW_MS = Date.parse('2026-06-15T12:00:00Z');
const DAY_MS = 86_400_000;

const given = (over: Partial<GivenVisit> = {}): GivenVisit => ({
  ...{ url: 'http://a.test/', referrer: '', atMs: NOW_MS, kind: 'browse' },
  ...{ readerKey: 'me@example.org', userAgent: '', ...over },
});

function open({ failing = false } = {}) {
  const published: HostVisits[] = [];
  const salted: number[] = [];
  const salts = {
    saltOf: async (day: number) => {
      salted.push(day);
      return saltOf(Buffer.from(`salt of ${day}`));
    },
    forgetBefore: async () => {},
  };
  const publish = async (visits: readonly HostVisits[]) => {
    if (failing) throw new Error('away');
    published.push(...visits);
  };
  const pace = new ReaderPace({ perMinute: 50, perDay: 100 }, 1_000);
  const parts = { salts, publish, pace, maxAgeMs: 15 * DAY_MS, nowMs: () => NOW_MS };
  return { published, salted, taking: new TakingVisits(parts) };
}

const readersIn = (published: readonly HostVisits[]) =>
  published.flatMap(({ visits }) => visits.map(({ reader }) => reader));

describe('the visits’ door', () => {
  it('lets nobody be known by what it publishes', async () => {
    const { published, taking } = open();
    await taking.take([given(), given({ userAgent: 'Firefox' })]);
    const said = JSON.stringify(published);
    expect([said.includes('me@example.org'), said.includes('Firefox')]).toEqual([false, false]);
    expect(new Set(readersIn(published)).size).toBe(1);
  });

  it('makes somebody else of a reader each day', async () => {
    const { published, salted, taking } = open();
    await taking.take([given(), given({ atMs: NOW_MS - DAY_MS }), given()]);
    expect(new Set(readersIn(published)).size).toBe(2);
    expect(salted).toEqual([dayOf(NOW_MS), dayOf(NOW_MS) - 1]);
  });

  it('cannot be told by a reader key that a visit without one was somebody', async () => {
    const { published, taking } = open();
    const nobody = given({ readerKey: '' });
    await taking.take([nobody, nobody, given({ readerKey: 'visit 0' })]);
    await taking.take([nobody, nobody]);
    const readers = readersIn(published);
    expect([new Set(readers).size, new Set(readers.slice(3)).size]).toEqual([3, 2]);
    expect(readers.slice(3)).toEqual(readers.slice(0, 2));
  });

  it('publishes by host, in pieces that fit', async () => {
    const { published, taking } = open();
    const long = (at: number) =>
      given({ url: `http://b.test/${at}${'x'.repeat(7_000)}`, readerKey: `${at}` });
    const many = Array.from({ length: 1_001 }, (_, at) => given({ readerKey: `${at}` }));
    await taking.take([...many, ...Array.from({ length: 100 }, (_, at) => long(at))]);
    const sizes = published.map(({ host, visits }) => `${host} ${visits.length}`);
    expect(sizes).toEqual([
      'a.test 500',
      'a.test 500',
      'a.test 1',
      'b.test 42',
      'b.test 42',
      'b.test 16',
    ]);
  });

  it.each([
    [{ atMs: NaN }, 'bad-time'],
    [{ atMs: NOW_MS - 15 * DAY_MS - 1 }, 'too-old'],
    [{ atMs: NOW_MS + 300_001 }, 'in-future'],
    [{ atMs: Infinity }, 'in-future'],
    [{ readerKey: 'x'.repeat(1_001) }, 'bad-reader'],
    [{ userAgent: 'curl/8.0' }, 'robot'],
    [{ url: 'mailto:me' }, 'bad-url'],
  ])('refuses %j', async (over, why) => {
    const { published, taking } = open();
    expect(await taking.take([given(over)])).toEqual({ taken: 0, refused: new Map([[why, 1]]) });
    expect(published).toEqual([]);
  });

  it.each([{ atMs: NOW_MS - 15 * DAY_MS }, { atMs: NOW_MS + 300_000 }])(
    'takes %j',
    async (over) => {
      expect(await open().taking.take([given(over)])).toMatchObject({ taken: 1 });
    },
  );

  it('knows robots by what they open, not by what they are shown', async () => {
    const { taking } = open();
    const shown = Array.from({ length: 500 }, () => given({ kind: 'shown' }));
    expect(await taking.take(shown)).toMatchObject({ taken: 500 });
    const opened = Array.from({ length: 60 }, () => given());
    const refused = new Map([['too-many', 10]]);
    expect(await taking.take(opened)).toEqual({ taken: 50, refused });
  });

  it('keeps referrers that are pages', async () => {
    const { published, taking } = open();
    const referrers = ['HTTP://b.test/#x', 'https://', 'about:blank', ''];
    await taking.take(referrers.map((referrer) => given({ referrer })));
    const kept = published[0]!.visits.map(({ referrer }) => referrer);
    expect(kept).toEqual(['http://b.test/', undefined, undefined, undefined]);
  });

  it('takes nothing that is not published', async () => {
    await expect(open({ failing: true }).taking.take([given()])).rejects.toThrow('away');
  });
});
