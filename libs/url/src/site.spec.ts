import { describe, expect, it } from '@jest/globals';
import type { HostKey } from './host.ts';
import { registrableDomain, siteOf } from './site.ts';

describe('siteOf', () => {
  it.each([
    ['www.example.com', 'example.com', 'a suffix of one label'],
    ['a.b.example.co.uk', 'example.co.uk', 'a suffix of two'],
    ['example.com:8080', 'example.com', 'a port'],
    ['me.github.io', 'me.github.io', 'a suffix that a company gives away'],
    ['deep.me.github.io', 'me.github.io', 'the same, one deeper'],
    ['www.news.test', 'news.test', 'a suffix that no list knows'],
    ['co.uk', 'co.uk', 'a suffix itself'],
    ['github.io', 'github.io', 'a private suffix itself'],
    ['localhost', 'localhost', 'a single label'],
    ['localhost:3000', 'localhost', 'a single label with a port'],
    ['127.0.0.1', '127.0.0.1', 'an address'],
    ['127.0.0.1:8080', '127.0.0.1', 'an address with a port'],
    ['[2001:db8::1]', '[2001:db8::1]', 'an IPv6 address'],
    ['[2001:db8::1]:8080', '[2001:db8::1]', 'an IPv6 address with a port'],
    ['www.xn--85x722f.xn--55qx5d.cn', 'xn--85x722f.xn--55qx5d.cn', 'names in other scripts'],
  ])('of %s is %s: %s', (host, site) => {
    expect(siteOf(host as HostKey)).toBe(site);
  });
});

describe('registrableDomain', () => {
  it.each([
    ['WWW.Example.CO.UK', 'example.co.uk'],
    ['www.食狮.公司.cn', '食狮.公司.cn'],
    ['www.example.org.', 'example.org'],
    ['me.github.io', 'me.github.io'],
    ['co.uk', undefined],
    ['com', undefined],
    ['.example.com', undefined],
    ['a..com', undefined],
    ['127.0.0.1', undefined],
    ['[::1]', undefined],
    ['', undefined],
  ])('of %j is %s', (host, expected) => {
    expect(registrableDomain(host)).toBe(expected);
  });
});
