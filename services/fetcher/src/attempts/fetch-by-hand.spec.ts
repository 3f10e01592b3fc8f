import { describe, expect, it } from '@jest/globals';
import { errorCodeOf } from '@mayfly/errors';
import type { Url } from '@mayfly/url';
import { taskOf } from '../../test/support/tasks.ts';
import { endWithoutRequest } from '../core/attempt-end.ts';
import { NO_CONTACT } from '../core/contact.ts';
import { fetchByHand } from './fetch-by-hand.ts';
import type { Task } from '../core/task.ts';
import type { Frontier } from './frontier.ts';

const PAGE = 'https://a.test/' as Url;

/** A host whose robots.txt is leased first and is not asked for; after that it rests. */
function fetching(detail: string) {
  const leases = [[taskOf('https://a.test/robots.txt', { kind: 'robots' })]];
  let remainingMs = 1_000;
  const frontier = {
    lease: async () => {
      remainingMs -= 400;
      return leases.shift() ?? [];
    },
  } as Partial<Frontier> as Frontier;
  const end = endWithoutRequest('blocked-address', detail);
  const attempts = { run: async () => ({ kind: 'ended', end }) as const };
  const call = { signal: new AbortController().signal, remainingMs: () => remainingMs };
  const fetchNow = fetchByHand({
    frontier,
    attempts,
    publishing: () => ({ ok: true }),
    nowMs: () => 5,
  });
  return fetchNow({ url: PAGE, check: false }, call).catch(errorCodeOf);
}

describe('Fetch', () => {
  it('says that a contact is missing as soon as robots.txt is not asked for without one', async () => {
    expect(await fetching(NO_CONTACT)).toBe('CONTACT_MISSING');
  });

  it('says at once why robots.txt cannot be had: the host would rest for longer than anybody waits', async () => {
    expect(await fetching('the address is not a public one')).toMatchObject({
      task: { url: PAGE },
      end: {
        outcome: 'blocked-address',
        detail: 'its robots.txt cannot be had: the address is not a public one',
      },
    });
  });

  it('asks for the page as if for the first time, unless only its freshness is wanted', async () => {
    const asked: Task[] = [];
    const validators = { etag: '"1"', lastModified: '' };
    const lease = taskOf(PAGE, { validators, times: { discoverTime: new Date(1) } });
    const frontier = { lease: async () => [lease] } as Partial<Frontier> as Frontier;
    const run = async (task: Task) => {
      asked.push(task);
      return { kind: 'ended', end: endWithoutRequest('ok', '') } as const;
    };
    const call = { signal: new AbortController().signal, remainingMs: () => 9_000 };
    const parts = { frontier, attempts: { run }, publishing: () => ({ ok: true }), nowMs: () => 5 };
    for (const check of [false, true]) await fetchByHand(parts)({ url: PAGE, check }, call);
    expect(asked.map((task) => task.validators)).toEqual([undefined, validators]);
    expect(asked[0]!.times.discoverTime).toEqual(new Date(5));
  });
});
