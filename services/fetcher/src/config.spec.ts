import { describe, expect, it } from '@jest/globals';
import { loadConfig } from './config.ts';

describe('the settings', () => {
  it('have defaults that work', () => {
    expect(loadConfig({})).toMatchObject({
      leases: { maxLeases: 64 },
      web: { contact: undefined, maxBodyBytes: 40_000_000, privateCidrs: [] },
    });
  });

  it.each([
    [{ FETCHER_CONTACT: 'me (at) home' }, 'FETCHER_CONTACT'],
    [{ FETCHER_CONTACT: 'a@b.test\r\nx: y' }, 'FETCHER_CONTACT'],
    [{ FETCHER_PRIVATE_CIDRS: '127.0.0.1' }, 'FETCHER_PRIVATE_CIDRS'],
    [{ FETCHER_PRIVATE_CIDRS: '10.0.0.0/33' }, 'FETCHER_PRIVATE_CIDRS'],
    [{ FETCHER_HOSTS: 'a.test=localhost:80' }, 'FETCHER_HOSTS'],
    [{ FETCHER_MAX_LEASES: '0' }, 'FETCHER_MAX_LEASES'],
    [{ FETCHER_MAX_BODY_BYTES: '-1' }, 'FETCHER_MAX_BODY_BYTES'],
  ])('refuse %j', (env, name) => {
    expect(() => loadConfig(env)).toThrow(name);
  });

  it('take what is right', () => {
    const env = {
      FETCHER_CONTACT: 'https://example.org/bot',
      FETCHER_PRIVATE_CIDRS: '127.0.0.0/8,fd00::/8',
      FETCHER_HOSTS: 'a.test=127.0.0.1:8080,*.b.test=[::1]:81',
      FETCHER_ROBOTS_MAX_AGE: '5s',
    };
    expect(loadConfig(env).web).toMatchObject({ robotsMaxAgeMs: 5_000 });
  });
});
