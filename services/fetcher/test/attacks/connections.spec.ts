import { describe, expect, it } from '@jest/globals';
import { parseRobots } from '@mayfly/robots';
import { certificateAuthority } from '@mayfly/testing';
import { createServer as createH2Server } from 'node:http2';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { type TLSSocket } from 'node:tls';
import { classifyResponse } from '../../src/core/classify-response.ts';
import { fetchPage } from '../../src/core/fetch-page.ts';
import { type Answer, rawServer, reply } from '../support/raw-server.ts';
import { taskOf } from '../support/tasks.ts';
import { testWeb, urlOf } from '../support/web.ts';

const says =
  (text: string): Answer =>
  (socket) =>
    socket.write(Buffer.from(text, 'latin1'));
const OK = 'HTTP/1.1 200 OK\r\n';

describe('attack 8: framing that can be read in two ways', () => {
  it.each([
    ['lines without a carriage return', `${OK}content-length: 1\n\nx`],
    ['a length twice', `${OK}content-length: 1\r\ncontent-length: 1\r\n\r\nx`],
    [
      'a length and chunks',
      `${OK}content-length: 9\r\ntransfer-encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n`,
    ],
    ['a carriage return in a header', `${OK}a: b\rc: d\r\ncontent-length: 1\r\n\r\nx`],
    ['spaces in a size', `${OK}transfer-encoding: chunked\r\n\r\n1 \r\nx\r\n0\r\n\r\n`],
    [
      'more than was announced',
      `${OK}content-length: 1\r\n\r\nx${OK}content-length: 6\r\n\r\nforged`,
    ],
  ])('%s: what comes after it on the connection is never believed', async (_, text) => {
    await using server = await rawServer(says(text));
    await using web = testWeb({ maxSocketsPerHost: 1 });
    const url = `http://127.0.0.1:${server.port}/`;
    for (let i = 0; i < 2; i += 1) {
      const answer = await web.get(url);
      expect(answer.answered && Buffer.from(answer.body).toString()).toBe('x');
      await setImmediate();
    }
    expect(server.connections).toBe(2);
  });
});

describe('attack 9: redirects without an end', () => {
  it('are given up at the tenth, also where each leads to another page', () => {
    const ends = Array.from({ length: 12 }, (_, hops) => {
      const location = `/${hops % 2 === 0 ? 'b' : 'a'}`;
      const url = urlOf(`http://a.test/${hops % 2 === 0 ? 'a' : 'b'}`);
      return classifyResponse({ status: 302, location, url, hops, conditional: false }).outcome;
    });
    expect(ends.slice(0, 9).every((outcome) => outcome === 'redirected')).toBe(true);
    expect(ends.slice(9).every((outcome) => outcome === 'redirect-loop')).toBe(true);
  });
});

describe('attack 11: a robots.txt that means harm', () => {
  it('is cut at 500 KiB, however much comes', async () => {
    const pour: Answer = (socket) => {
      socket.write(`${OK}\r\n`);
      const again = (): void => {
        socket.write('Disallow: /x\n'.repeat(5_000), (error) => {
          if (!error && !socket.destroyed) again();
        });
      };
      again();
    };
    await using server = await rawServer(pour);
    await using web = testWeb();
    const url = `http://127.0.0.1:${server.port}/robots.txt`;
    const answer = await web.get(url, { cut: true, maxBodyBytes: 512_000 });
    expect(answer).toMatchObject({ answered: true, truncated: true });
    expect(answer.answered && answer.body.length).toBe(512_000);
  });

  it('has patterns that are matched in one pass, and delays that end', () => {
    const star = `Disallow: /${'*a'.repeat(2_000)}$`;
    const rules = parseRobots(`User-agent: *\n${star}\nCrawl-delay: 1000000000`).for('mayfly');
    expect(rules.decide(`/${'a'.repeat(8_000)}b`).allowed).toBe(true);
    expect(rules.crawlDelayMs).toBeLessThanOrEqual(86_400_000 * 30);
  });

  it('is read whatever it holds', () => {
    for (const file of [Buffer.alloc(10_000, 0xff), Buffer.from('<html><body>404</body></html>')]) {
      expect(parseRobots(file).for('mayfly').decide('/').allowed).toBe(true);
    }
  });
});

describe('attack 19: TLS that cannot be believed', () => {
  it('ends as tls: too old a protocol, a wrong name, nobody known', async () => {
    const authority = await certificateAuthority();
    const own = await authority.issue({ name: 'a', hosts: ['a.test'] });
    const old = {
      ...own,
      maxVersion: 'TLSv1.1',
      minVersion: 'TLSv1',
      ciphers: 'DEFAULT@SECLEVEL=0',
    } as const;
    await using good = await rawServer(says(reply('x').toString()), own);
    await using tooOld = await rawServer(says(reply('x').toString()), old);
    const hosts = [
      `a.test=127.0.0.1:${good.port}`,
      `b.test=127.0.0.1:${good.port}`,
      `old.test=127.0.0.1:${tooOld.port}`,
    ];
    await using web = testWeb({ hosts, ca: authority.cert });
    expect(await web.get('https://a.test/')).toMatchObject({ answered: true });
    expect(await web.get('https://b.test/')).toMatchObject({ outcome: 'tls' });
    expect(await web.get('https://old.test/')).toMatchObject({ outcome: 'tls' });
    await using trusting = testWeb({ hosts });
    expect(await trusting.get('https://a.test/')).toMatchObject({ outcome: 'tls' });
  });

  it('that never comes is a timeout', async () => {
    await using server = await rawServer(() => {});
    const hosts = [`a.test=127.0.0.1:${server.port}`];
    await using web = testWeb({ hosts, connectTimeoutMs: 100 });
    expect(await web.get('https://a.test/')).toMatchObject({ outcome: 'timeout' });
  });

  it('is asked for by the name that stands in the Host header', async () => {
    const authority = await certificateAuthority();
    const own = await authority.issue({ name: 'a', hosts: ['a.test'] });
    const names: unknown[] = [];
    await using server = await rawServer((socket, request) => {
      names.push((socket as TLSSocket).servername, /\r\nhost: (\S+)/i.exec(request)?.[1]);
      socket.write(reply('x'));
    }, own);
    const hosts = [`a.test=127.0.0.1:${server.port}`];
    await using web = testWeb({ hosts, ca: authority.cert });
    await web.get('https://a.test/');
    expect(names).toEqual(['a.test', 'a.test']);
  });
});

describe('attack 20: words of a site in our logs', () => {
  it('are short and can be printed', async () => {
    const rules = parseRobots(`User-agent: *\nDisallow: /\u001b[31mred${'x'.repeat(5_000)}`).for(
      'mayfly',
    );
    const path = `/%1B[31mred${'x'.repeat(5_000)}`;
    const end = await fetchPage(
      {
        task: taskOf(`http://a.test${path}`, { robotsAttempt: 1 }),
        endsMs: Infinity,
        get: () => Promise.reject(new Error('not asked')),
        end: async () => {},
      },
      {
        robots: { find: async () => rules, save: async () => {} },
        read: async () => undefined,
        ...{ deadlineOf: () => 0, maxBodyBytes: 1, cutBodies: false },
        clock: { nowMs: () => 0, monotonicMs: () => 0 },
      },
    );
    const { outcome, detail } = end === false ? { outcome: '', detail: '' } : end;
    expect([outcome, detail.length < 300]).toEqual(['robots', true]);
    expect(detail).toMatch(/^[\x20-\x7e]*$/);
  });
});

describe('attack 27: HTTP/2 as a weapon', () => {
  it('is never spoken: nothing but HTTP/1.1 is offered', async () => {
    const authority = await certificateAuthority();
    const own = await authority.issue({ name: 'a', hosts: ['a.test'] });
    const chosen: unknown[] = [];
    await using server = await rawServer(
      (socket) => {
        chosen.push((socket as TLSSocket).alpnProtocol);
        socket.write(reply('x'));
      },
      { ...own, ALPNProtocols: ['h2', 'http/1.1'] },
    );
    await using web = testWeb({ hosts: [`a.test=127.0.0.1:${server.port}`], ca: authority.cert });
    expect(await web.get('https://a.test/')).toMatchObject({ answered: true });
    expect(chosen).toEqual(['http/1.1']);
  });

  it('from a server that speaks it unasked is no HTTP', async () => {
    const server = createH2Server().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    await using web = testWeb();
    const answer = await web.get(`http://127.0.0.1:${port}/`);
    expect(answer).toMatchObject({ outcome: expect.stringMatching(/^(bad-response|reset)$/) });
    server.close();
  });
});
