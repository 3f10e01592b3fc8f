import { describe, expect, it } from '@jest/globals';
import { rawServer, reply } from '../../test/support/raw-server.ts';
import { testWeb } from '../../test/support/web.ts';
import { AddressGuard } from './address-guard.ts';

const guard = new AddressGuard({ privateCidrs: ['127.0.0.0/8', 'fd00::/8'], hasContact: true });
const allows = (address: string, isPrivate: boolean, by = guard) => {
  try {
    by.check([address], { private: isPrivate });
    return true;
  } catch {
    return false;
  }
};

describe('a public crawl', () => {
  it.each([
    '8.8.8.8',
    '1.1.1.1',
    '172.15.0.1',
    '172.32.0.1',
    '100.128.0.1',
    '2606:4700::1111',
    '2a00::1',
  ])('reaches %s', (address) => expect(allows(address, false)).toBe(true));

  it.each([
    '0.0.0.0',
    '10.0.0.1',
    '100.64.0.1',
    '100.100.100.200',
    '127.0.0.1',
    '127.255.255.254',
    '168.63.129.16',
    '169.254.169.254',
    '169.254.170.2',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.192',
    '192.0.2.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '0:0:0:0:0:ffff:10.0.0.1',
    '::127.0.0.1',
    '64:ff9b::127.0.0.1',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '3fff::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    'not an address',
  ])('does not reach %s', (address) => expect(allows(address, false)).toBe(false));

  it('sees IPv4 within IPv6', () => expect(allows('::ffff:8.8.8.8', false)).toBe(true));

  it('needs a contact', () => {
    const silent = new AddressGuard({ privateCidrs: [], hasContact: false });
    expect(() => silent.check(['8.8.8.8'], { private: false })).toThrow(
      'no contact is set (FETCHER_CONTACT)',
    );
  });

  it('does not reach a name that has one good address and one bad', () => {
    expect(() => guard.check(['8.8.8.8', '10.0.0.1'], { private: false })).toThrow();
  });
});

describe('a private crawl', () => {
  it.each([
    ['127.0.0.1', true],
    ['::ffff:127.0.0.1', true],
    ['fd00::1', true],
    ['10.0.0.1', false],
    ['169.254.169.254', false],
    ['::1', false],
    ['8.8.8.8', false],
    ['2606:4700::1111', false],
  ])('reaches %s: %s', (address, expected) => expect(allows(address, true)).toBe(expected));

  it('reaches nothing by default', () => {
    expect(
      allows('127.0.0.1', true, new AddressGuard({ privateCidrs: [], hasContact: true })),
    ).toBe(false);
  });
});

describe('at connect time', () => {
  it.each([
    'http://127.0.0.1:PORT/',
    'http://2130706433:PORT/',
    'http://0x7f.1:PORT/',
    'http://0177.0.0.1:PORT/',
    'http://[::ffff:127.0.0.1]:PORT/',
    'http://127.1.:PORT/',
    'http://mapped.test/',
    'http://resolved.test:PORT/',
  ])('%s is blocked for a public crawl and never connected to', async (url) => {
    await using server = await rawServer((socket) => socket.write(reply('secret')));
    await using web = testWeb({
      hosts: [`mapped.test=127.0.0.1:${server.port}`],
      resolve: async () => ['127.0.0.1'],
    });
    const answer = await web.get(url.replace('PORT', String(server.port)), { private: false });
    expect(answer).toMatchObject({ outcome: 'blocked-address', timings: {} });
    expect(server.connections).toBe(0);
  });

  it('a name that changes its mind is checked again', async () => {
    await using server = await rawServer((socket) => socket.end(reply('x')));
    const answers = [['127.0.0.1'], ['10.1.1.1']];
    await using web = testWeb({ resolve: async () => answers.shift() ?? [] });
    const url = `http://rebound.test:${server.port}/`;
    expect(await web.get(url)).toMatchObject({ answered: true });
    expect(await web.get(url)).toMatchObject({ outcome: 'blocked-address' });
  });

  it('a connection of a private crawl is not one of a public crawl', async () => {
    await using server = await rawServer((socket) => socket.write(reply('x')));
    await using web = testWeb();
    const url = `http://127.0.0.1:${server.port}/`;
    expect(await web.get(url)).toMatchObject({ answered: true });
    expect(await web.get(url, { private: false })).toMatchObject({ outcome: 'blocked-address' });
  });
});
