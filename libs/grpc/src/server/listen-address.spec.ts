import { describe, expect, it } from '@jest/globals';
import { addressText, checkProtection, isLoopback } from './listen-address.ts';

const open = { encrypted: false, knowsCallers: false, insecure: false };

describe('isLoopback', () => {
  it.each(['127.0.0.1', '127.8.9.1', '::1', 'localhost', '::ffff:127.0.0.1'])('%s is', (host) => {
    expect(isLoopback(host)).toBe(true);
  });

  it.each(['0.0.0.0', '::', '10.0.0.1', '128.0.0.1', 'frontier', 'localhost.example.com'])(
    '%s is not',
    (host) => {
      expect(isLoopback(host)).toBe(false);
    },
  );
});

describe('checkProtection', () => {
  const check = (host: string, protection: Partial<typeof open>) => () =>
    checkProtection({ host, port: 7101 }, { ...open, ...protection });

  it('asks for nothing on this machine', () => {
    expect(check('127.0.0.1', {})).not.toThrow();
  });

  it('refuses to be reached by others without TLS', () => {
    expect(check('0.0.0.0', {})).toThrow('listening on 0.0.0.0:7101');
  });

  it('refuses to be reached by others whom it cannot know', () => {
    expect(check('0.0.0.0', { encrypted: true })).toThrow('no client certificates');
  });

  it('is reached by others with TLS and client certificates, or when told so', () => {
    expect(check('0.0.0.0', { encrypted: true, knowsCallers: true })).not.toThrow();
    expect(check('0.0.0.0', { insecure: true })).not.toThrow();
  });
});

describe('addressText', () => {
  it('puts brackets around an IPv6 host', () => {
    expect(addressText({ host: '::1', port: 7101 })).toBe('[::1]:7101');
  });
});
