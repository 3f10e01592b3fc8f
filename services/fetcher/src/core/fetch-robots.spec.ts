import { describe, expect, it } from '@jest/globals';
import type { AgentRules } from '@mayfly/robots';
import { FakeClock } from '@mayfly/testing';
import { taskOf } from '../../test/support/tasks.ts';
import { fetchRobots } from './fetch-robots.ts';
import type { Attempt, WebAnswer } from './ports.ts';
import type { Task } from './task.ts';

type Site = Readonly<
  Record<string, Partial<Extract<WebAnswer, { answered: true }>> | 'timeout' | 'dns'>
>;

const redirect = (location: string) => ({
  status: 301,
  headers: new Map([['location', location]]),
});

/** Runs the robots.txt of a.test against a small web and tells all that happened, in order. */
async function run(web: Site, { leases = Infinity, first = 'http://a.test/robots.txt' } = {}) {
  const log: string[] = [];
  const saved = new Map<string, AgentRules>();
  let attempts = 0;
  const begin = (task: Task): Attempt => ({
    ...{ task, endsMs: task.endsMs },
    get: async ({ url }) => {
      log.push(`get ${url}`);
      const found = web[url] ?? { status: 404 };
      if (typeof found === 'string') {
        return { answered: false, outcome: found, detail: '', timings: {} };
      }
      const empty = { status: 200, headers: new Map(), body: new Uint8Array(), truncated: false };
      return { answered: true, ...empty, timings: {}, ...found };
    },
    end: async ({ outcome }, robots) => {
      const { known, crawlDelayMs } = robots ?? {};
      log.push(`end ${task.url} ${outcome} ${[known, crawlDelayMs].join(' ')}`.trim());
    },
  });
  const next = (url: string) =>
    begin(taskOf(url, { kind: 'robots', attempt: (attempts += 1), hops: 0 }));
  await fetchRobots(next(first), {
    robots: {
      find: async () => undefined,
      save: async (origin, attempt, rules) => {
        log.push(`save ${origin} ${attempt}`);
        saved.set(origin, rules);
      },
    },
    read: async () => undefined,
    readRobots: async () => ({
      ...{ kind: 'text', text: new Uint8Array(), links: new Uint8Array(), linkCount: 0 },
      ...{ mediaType: 'text/plain', title: '', truncated: false, facts: new Uint8Array() },
    }),
    deadlineOf: () => Infinity,
    maxBodyBytes: 1,
    cutBodies: false,
    clock: new FakeClock(),
    agent: 'mayfly',
    maxAgeMs: 1_000,
    lease: async (url) => {
      log.push(`lease ${url}`);
      return attempts <= leases ? next(url) : undefined;
    },
  });
  return { log, saved };
}

const allows = (rules: AgentRules | undefined, path = '/x') => rules?.isAllowed(path);
const body = Buffer.from('User-agent: *\nDisallow: /x\nCrawl-delay: 2');

describe('robots.txt', () => {
  it('is read, kept, and only then settled', async () => {
    const { log, saved } = await run({ 'http://a.test/robots.txt': { body } });
    expect(log).toEqual([
      'get http://a.test/robots.txt',
      'save http://a.test 1',
      'end http://a.test/robots.txt ok true 2000',
    ]);
    expect([allows(saved.get('http://a.test')), allows(saved.get('http://a.test'), '/y')]).toEqual([
      false,
      true,
    ]);
  });

  it.each([400, 401, 403, 404, 410, 451])('that answers %i allows everything', async (status) => {
    const { log, saved } = await run({ 'http://a.test/robots.txt': { status } });
    expect(log.at(-1)).toMatch(/ true$/);
    expect(allows(saved.get('http://a.test'))).toBe(true);
  });

  it.each([{ status: 429 }, { status: 500 }, { status: 503 }, 'timeout', 'dns'] as const)(
    'that answers %j is not known, and nothing is kept',
    async (answer) => {
      const { log, saved } = await run({ 'http://a.test/robots.txt': answer });
      expect(log.at(-1)).toMatch(/ false$/);
      expect(saved.size).toBe(0);
    },
  );
});

describe('a robots.txt that redirects', () => {
  it('to another host holds its lease until the rules are there', async () => {
    const { log, saved } = await run({
      'http://a.test/robots.txt': redirect('https://b.test/robots.txt'),
      'https://b.test/robots.txt': { body },
    });
    expect(log).toEqual([
      'get http://a.test/robots.txt',
      'lease https://b.test/robots.txt',
      'get https://b.test/robots.txt',
      'save http://a.test 1',
      'save https://b.test 2',
      'end https://b.test/robots.txt ok true 2000',
      'end http://a.test/robots.txt redirected true 2000',
    ]);
    expect(allows(saved.get('http://a.test'))).toBe(false);
  });

  it('on its own host holds its lease all the same', async () => {
    const { log } = await run({
      'http://a.test/robots.txt': redirect('https://a.test/robots.txt'),
      'https://a.test/robots.txt': { body },
    });
    expect(log).toEqual([
      'get http://a.test/robots.txt',
      'lease https://a.test/robots.txt',
      'get https://a.test/robots.txt',
      'save http://a.test 1',
      'save https://a.test 2',
      'end https://a.test/robots.txt ok true 2000',
      'end http://a.test/robots.txt redirected true 2000',
    ]);
  });

  it('says nothing of a host whose robots.txt was not asked for', async () => {
    const { log } = await run({
      'http://a.test/robots.txt': redirect('http://b.test/other.txt'),
      'http://b.test/other.txt': { body },
    });
    expect(log).toContain('end http://b.test/other.txt ok');
    expect(log.filter((line) => line.startsWith('save'))).toEqual(['save http://a.test 1']);
  });

  it('again and again is followed five times, then counts as none', async () => {
    const web = Object.fromEntries(
      'abcdefgh'
        .split('')
        .map((name, at, all) => [
          `http://${name}.test/robots.txt`,
          redirect(`http://${all[at + 1]}.test/robots.txt`),
        ]),
    );
    const { log, saved } = await run(web);
    expect(log.filter((line) => line.startsWith('get'))).toHaveLength(6);
    expect(log.filter((line) => line.startsWith('end'))).toHaveLength(6);
    expect([log.at(-1), allows(saved.get('http://a.test'))]).toEqual([
      'end http://a.test/robots.txt redirected true',
      true,
    ]);
  });

  it('to where no lease can be had is not known', async () => {
    const { log, saved } = await run(
      { 'http://a.test/robots.txt': redirect('http://b.test/robots.txt') },
      { leases: 0 },
    );
    expect([log.at(-1), saved.size]).toEqual(['end http://a.test/robots.txt redirected false', 0]);
  });

  it('to a host that fails is not known', async () => {
    const { log } = await run({
      'http://a.test/robots.txt': redirect('http://b.test/robots.txt'),
      'http://b.test/robots.txt': 'timeout',
    });
    expect(log.slice(-2)).toEqual([
      'end http://b.test/robots.txt timeout false',
      'end http://a.test/robots.txt redirected false',
    ]);
  });

  it('nowhere allows everything, as if it were not there', async () => {
    const { log } = await run({ 'http://a.test/robots.txt': { status: 302 } });
    expect(log.at(-1)).toBe('end http://a.test/robots.txt bad-response true');
  });
});
