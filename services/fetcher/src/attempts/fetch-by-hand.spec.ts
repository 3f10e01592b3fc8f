import { describe, expect, it } from '@jest/globals';
import { errorCodeOf } from '@mayfly/errors';
import type { Url } from '@mayfly/url';
import { taskOf } from '../../test/support/tasks.ts';
import { endWithoutRequest } from '../core/attempt-end.ts';
import { NO_CONTACT } from '../core/contact.ts';
import { fetchByHand } from './fetch-by-hand.ts';
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
  const fetchNow = fetchByHand({ frontier, attempts, publishing: () => ({ ok: true }) });
  return fetchNow({ url: PAGE, check: false }, call).catch(errorCodeOf);
}

describe('Fetch', () => {
  it('says that a contact is missing as soon as robots.txt is not asked for without one', async () => {
    expect(await fetching(NO_CONTACT)).toBe('CONTACT_MISSING');
  });

  it('waits for the page where robots.txt could not be had for another reason', async () => {
    expect(await fetching('the address is not a public one')).toBe('HOST_RESTING');
  });
});
