import { describe, expect, it } from '@jest/globals';
import { certificateAuthority } from '@mayfly/testing';
import { X509Certificate } from 'node:crypto';
import { alternativeNames, namesIn } from './caller.ts';

describe('namesIn', () => {
  it('finds the common name and the DNS names, each once', async () => {
    const authority = await certificateAuthority();
    const { cert } = await authority.issue({
      name: 'fetcher',
      hosts: ['fetcher', 'fetcher.mayfly.svc', '127.0.0.1'],
    });
    const { raw } = new X509Certificate(cert);
    expect(namesIn(raw)).toEqual(['fetcher', 'fetcher.mayfly.svc']);
    expect(namesIn(raw)).toEqual(['fetcher', 'fetcher.mayfly.svc']);
  });
});

describe('alternativeNames', () => {
  it('takes DNS names and URIs, and no addresses', () => {
    expect(
      alternativeNames('DNS:a.test, URI:spiffe://mayfly/fetcher, IP Address:127.0.0.1'),
    ).toEqual(['a.test', 'spiffe://mayfly/fetcher']);
  });

  it('takes none of a certificate that tries to smuggle one in', () => {
    expect(alternativeNames('DNS:"a.test, DNS:admin"')).toEqual([]);
  });
});
