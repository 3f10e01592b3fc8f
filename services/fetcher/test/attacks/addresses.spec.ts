import { describe, expect, it } from '@jest/globals';
import { LinkList } from '@mayfly/contracts/events/v1';
import { normaliseUrl } from '@mayfly/url';
import { classifyResponse } from '../../src/core/classify-response.ts';
import { readBody } from '../../src/reading/read-body.ts';
import { rawServer, reply } from '../support/raw-server.ts';
import { testWeb, urlOf } from '../support/web.ts';

describe('attack 1: a target inside, by whatever spelling', () => {
  it.each([
    'http://127.0.0.1:PORT/',
    'http://127.1:PORT/',
    'http://2130706433:PORT/',
    'http://0x7f000001:PORT/',
    'http://0x7f.0x0.0x0.0x1:PORT/',
    'http://0177.0.0.1:PORT/',
    'http://017700000001:PORT/',
    'http://127.0.0.1.:PORT/',
    'http://0:PORT/',
    'http://0.0.0.0:PORT/',
    'http://[::1]:PORT/',
    'http://[::]:PORT/',
    'http://[::ffff:127.0.0.1]:PORT/',
    'http://[::ffff:7f00:1]:PORT/',
    'http://[0:0:0:0:0:ffff:7f00:0001]:PORT/',
    'http://[::127.0.0.1]:PORT/',
    'http://[64:ff9b::7f00:1]:PORT/',
    'http://[64:ff9b:1::7f00:1]:PORT/',
    'http://[2002:7f00:1::]:PORT/',
    'http://[2001::7f00:1]:PORT/',
    'http://[fe80::1]:PORT/',
    'http://[fd00::1]:PORT/',
    'http://[ff02::1]:PORT/',
    'http://①②⑦.⓪.⓪.①:PORT/',
    'http://１２７.0.0.1:PORT/',
    'http://user:secret@127.0.0.1:PORT/',
    'http://public.test@127.0.0.1:PORT/',
    'http://localhost:PORT/',
    'http://LOCALHOST.:PORT/',
    'http://inside.test:PORT/',
    'http://both.test:PORT/',
  ])('%s is refused, and no socket is opened', async (spelling) => {
    await using server = await rawServer((socket) => socket.write(reply('secret')));
    const addresses: Record<string, string[]> = {
      'both.test': ['93.184.216.34', '127.0.0.1'],
    };
    await using web = testWeb({ resolve: async (name) => addresses[name] ?? ['127.0.0.1'] });
    const normalised = normaliseUrl(spelling.replace('PORT', String(server.port)));
    // What is no URL for us never becomes a request.
    const outcome = normalised.ok
      ? await web.get(normalised.url, { private: false })
      : { outcome: 'blocked-address' };
    expect(outcome).toMatchObject({ outcome: 'blocked-address' });
    expect(server.connections).toBe(0);
  });

  it.each([
    'file:///etc/passwd',
    'ftp://a.test/',
    'gopher://a.test/',
    'data:text/html,x',
    'javascript:x',
  ])('a URL of another scheme, %s, is none', (text) =>
    expect(normaliseUrl(text)).toMatchObject({ ok: false }),
  );
});

describe('attack 2: the metadata of a cloud', () => {
  it.each([
    '169.254.169.254',
    '169.254.170.2',
    '169.254.170.23',
    'fd00:ec2::254',
    '::ffff:169.254.169.254',
    '64:ff9b::169.254.169.254',
    '2002:a9fe:a9fe::',
    '168.63.129.16',
    '100.100.100.200',
    '192.0.0.192',
  ])('%s is refused to public crawls by its address and by any name', async (address) => {
    await using web = testWeb({ resolve: async () => [address] });
    const url = address.includes(':') ? `http://[${address}]/` : `http://${address}/`;
    for (const target of [url, 'http://metadata.google.internal/']) {
      const answer = await web.get(target, { private: false });
      expect(answer).toMatchObject({ outcome: 'blocked-address' });
    }
  });
});

describe('attack 3: a redirect inside, or to another scheme', () => {
  const redirected = (location: string) =>
    classifyResponse({
      ...{ status: 302, location, url: urlOf('http://a.test/'), hops: 0, conditional: false },
    });

  it('ends the attempt; its target is a URL of its own, and is refused as any other', async () => {
    await using server = await rawServer((socket) => socket.write(reply('secret')));
    const { redirectUrl } = redirected(`http://127.0.0.1:${server.port}/`);
    await using web = testWeb();
    const answer = await web.get(redirectUrl!, { private: false });
    expect(answer).toMatchObject({ outcome: 'blocked-address' });
    expect(server.connections).toBe(0);
  });

  it('is not followed by the request itself', async () => {
    const elsewhere = { status: '302 Found', headers: { location: '/elsewhere' } };
    await using server = await rawServer((socket) => socket.write(reply('', elsewhere)));
    await using web = testWeb();
    const answer = await web.get(`http://127.0.0.1:${server.port}/`);
    expect(answer).toMatchObject({ answered: true, status: 302 });
    expect(server.requests).toHaveLength(1);
  });

  it.each([
    'file:///etc/passwd',
    'ftp://a.test/x',
    'data:text/html,x',
    'gopher://a.test/',
    'javascript:x',
  ])('to %s leads nowhere', (location) =>
    expect(redirected(location)).toMatchObject({ outcome: 'bad-response' }),
  );
});

describe('attack 4: a name that changes its mind', () => {
  it('is resolved once for a connection, which is made to what was checked', async () => {
    await using server = await rawServer((socket) => socket.end(reply('secret')));
    let asked = 0;
    await using web = testWeb({
      privateCidrs: ['127.0.0.2/32'],
      resolve: async () => [asked++ === 0 ? '127.0.0.2' : '127.0.0.1'],
    });
    const url = `http://rebound.test:${server.port}/`;
    // Nobody is at the first address; were the name resolved again to connect, we would be at the second.
    expect([await web.get(url), asked]).toMatchObject([{ outcome: 'reset' }, 1]);
    expect(await web.get(url)).toMatchObject({ outcome: 'blocked-address' });
    expect(server.connections).toBe(0);
  });

  it('is found out by who is at the other end, whatever address was asked for', async () => {
    await using server = await rawServer((socket) => socket.write(reply('secret')));
    // The machine connects 0.0.0.0 to itself: only the address of the peer says so.
    await using web = testWeb({
      ...{ hosts: [`odd.test=0.0.0.0:${server.port}`], privateCidrs: ['0.0.0.0/32'] },
    });
    expect(await web.get('http://odd.test/')).toMatchObject({ outcome: 'blocked-address' });
    expect(server.requests).toEqual([]);
  });
});

describe('attack 5: URLs inside, in sitemaps', () => {
  it('are links like all others: other schemes are none, and addresses are refused', async () => {
    await using server = await rawServer((socket) => socket.write(reply('secret')));
    const inside = `http://127.0.0.1:${server.port}/`;
    const locs = [inside, 'gopher://a.test/', 'file:///etc/passwd', 'http://a.test/x'];
    const body = `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${locs
      .map((loc) => `<url><loc>${loc}</loc></url>`)
      .join('')}</urlset>`;
    const { links } = readBody({
      ...{ body: Buffer.from(body), url: urlOf('http://a.test/sitemap.xml') },
      ...{ contentType: 'application/xml' },
    });
    const urls = LinkList.decode(links).links.map(({ url }) => url);
    expect(urls.toSorted()).toEqual([inside, 'http://a.test/x'].toSorted());
    await using web = testWeb();
    const ends = await Promise.all(
      urls.filter((url) => url === inside).map((url) => web.get(url, { private: false })),
    );
    expect(ends.filter(({ answered }) => answered)).toEqual([]);
    expect(server.connections).toBe(0);
  });
});
