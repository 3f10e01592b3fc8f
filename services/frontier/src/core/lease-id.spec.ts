import { describe, expect, it } from '@jest/globals';
import { leaseId, leaseOfId } from './lease-id.ts';

describe('a lease id', () => {
  it.each(['a.test', '[::1]:8080', 'x.test:81'])('names the lease of %s', (host) => {
    const id = leaseId({ host: host as never, attempt: 12 });
    expect(leaseOfId(id)).toMatchObject({ host, attempt: 12 });
  });

  it.each(['', '@a.test', '0@a.test', '1@', '1@a b', '99999999999999999@a.test', '1@a/b'])(
    'is not %j',
    (id) => {
      expect(leaseOfId(id)).toBeUndefined();
    },
  );
});
