import { describe, expect, it } from '@jest/globals';
import type { HostKey } from '@mayfly/url';
import type { RowId } from './row-id.ts';
import { leaseId, leaseOfId } from './lease-id.ts';
import { KIND, type LeaseRow } from './rows.ts';

const lease: LeaseRow = {
  ...{ attempt: 12, crawl: 'my-news', kind: KIND.page, fetcher: 'f', leasedMs: 1, expiresMs: 2 },
};

describe('a lease id', () => {
  it.each(['a.test', '[::1]:8080', 'x.test:81'])('names the lease of %s', (host) => {
    const id = 'AQID-g' as RowId;
    const name = leaseOfId(leaseId(host as HostKey, { ...lease, id }));
    expect(name).toEqual({ host, attempt: 12, crawl: 'my-news', kind: KIND.page, id });
  });

  it('says when it is for robots.txt', () => {
    const name = leaseOfId(leaseId('a.test' as HostKey, { ...lease, kind: KIND.robots }));
    expect(name).toEqual({ host: 'a.test', attempt: 12, crawl: 'my-news', kind: KIND.robots });
  });

  it.each([
    ...['', '@a.test', '1@a.test', '0.x.robots@a.test', '1.x.robots@', '1.x.robots@a b'],
    ...['99999999999999999.x.robots@a.test', '1.x.robots@a/b', '1.X.robots@a.test', '1..a@a.test'],
  ])('is not %j', (id) => {
    expect(leaseOfId(id)).toBeUndefined();
  });
});
