import { describe, expect, it } from '@jest/globals';
import { certificateAuthority, eventually, freePort } from '@mayfly/testing';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import {
  brotliCompressSync,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib';
import { type Answer, rawServer, reply } from '../../test/support/raw-server.ts';
import { testWeb, type TestRequest, type WebOptions } from '../../test/support/web.ts';

async function fetched(answer: Answer, request: TestRequest = {}, options: WebOptions = {}) {
  await using server = await rawServer(answer);
  await using web = testWeb(options);
  const url = `http://127.0.0.1:${server.port}/path?q=1`;
  return { answer: await web.get(url, request), requests: server.requests };
}

const outcomeOf = async (answer: Answer, request: TestRequest = {}, options: WebOptions = {}) => {
  const ended = (await fetched(answer, request, options)).answer;
  return ended.answered ? `answered ${ended.status}` : ended.outcome;
};

const bodyOf = async (answer: Answer, request: TestRequest = {}) => {
  const ended = (await fetched(answer, request)).answer;
  return ended.answered ? Buffer.from(ended.body).toString() : ended.outcome;
};

const says =
  (bytes: string | Uint8Array): Answer =>
  (socket) =>
    socket.write(bytes);
const saysAndEnds =
  (bytes: string | Uint8Array): Answer =>
  (socket) =>
    socket.end(bytes);

/** Writes the same again and again, as fast as it is taken. */
function pour(socket: Socket, bytes: string): void {
  socket.write(bytes, (error) => {
    if (!error && !socket.destroyed) pour(socket, bytes);
  });
}

describe('a request', () => {
  it('sends who we are, what we can read, and nothing else', async () => {
    const { requests } = await fetched(says(reply('x')));
    const [line, ...headers] = (requests[0] ?? '').split('\r\n');
    expect(line).toBe('GET /path?q=1 HTTP/1.1');
    expect(headers.map((header) => header.split(':')[0]).sort()).toEqual([
      'accept',
      'accept-encoding',
      'connection',
      'host',
      'user-agent',
    ]);
    expect(headers).toContain('user-agent: Mayfly/test (+a@b.test)');
  });

  it('is conditional where there are validators', async () => {
    const validators = { etag: '"abc"', lastModified: 'Mon, 01 Jan 2024 00:00:00 GMT' };
    const { requests } = await fetched(says(reply('', { status: '304 Not Modified' })), {
      validators,
    });
    expect(requests[0]).toContain('if-none-match: "abc"');
    expect(requests[0]).toContain('if-modified-since: Mon, 01 Jan 2024 00:00:00 GMT');
  });

  it('is a HEAD where only freshness is asked for, and needs no body', async () => {
    const answer = says('HTTP/1.1 200 OK\r\ncontent-length: 99999999\r\netag: "b"\r\n\r\n');
    const { answer: ended, requests } = await fetched(answer, { check: true });
    expect(requests[0]).toMatch(/^HEAD \/path\?q=1 /);
    expect(ended.answered && [ended.status, ended.body.length, ended.headers.get('etag')]).toEqual([
      ...[200, 0, '"b"'],
    ]);
  });

  it('tells how long its steps took', async () => {
    const { answer } = await fetched(says(reply('x')));
    expect(answer.timings).toEqual({
      requestTimeMs: expect.any(Number),
      connectMs: expect.any(Number),
      firstByteMs: expect.any(Number),
      downloadMs: expect.any(Number),
    });
  });
});

describe('an answer', () => {
  it.each([
    ['without a length', saysAndEnds('HTTP/1.1 200 OK\r\n\r\nbody')],
    [
      'in chunks',
      says(
        'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nbo\r\n2;x=y\r\ndy\r\n0\r\n\r\n',
      ),
    ],
    ['of HTTP/1.0', saysAndEnds('HTTP/1.0 200 OK\r\n\r\nbody')],
    [
      'after 1xx',
      says(
        Buffer.concat([
          Buffer.from('HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'),
          reply('body'),
        ]),
      ),
    ],
    ['without a reason', saysAndEnds('HTTP/1.1 200\r\ncontent-length: 4\r\n\r\nbody')],
  ])('%s is read', async (_, answer) => {
    expect(await bodyOf(answer)).toBe('body');
  });

  it('has its headers in lower case, several of a name joined', async () => {
    const { answer } = await fetched(says(reply('', { headers: { 'X-A': '1', 'x-a': '2' } })));
    expect(answer.answered && answer.headers.get('x-a')).toBe('1, 2');
  });

  it('has the lines of X-Robots-Tag by themselves too', async () => {
    const headers = { 'X-Robots-Tag': 'otherbot: noindex, nofollow', 'x-robots-tag': 'noarchive' };
    const { answer } = await fetched(says(reply('', { headers })));
    expect(answer.answered && answer.robotsTags).toEqual(Object.values(headers));
    const { answer: plain } = await fetched(says(reply('')));
    expect(plain.answered && plain.robotsTags).toBeUndefined();
  });

  it('has no body unless it is a document', async () => {
    expect(await bodyOf(says(reply('gone', { status: '404 Not Found' })))).toBe('');
    const endless: Answer = (socket) => {
      socket.write('HTTP/1.1 500 Oh\r\ncontent-length: 9999999999\r\n\r\n');
      pour(socket, 'x'.repeat(10_000));
    };
    expect(await outcomeOf(endless)).toBe('answered 500');
  });

  it.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
    ['gzip, br', (bytes: Buffer) => brotliCompressSync(gzipSync(bytes))],
    ['identity', (bytes: Buffer) => bytes],
  ])('of %s is decoded', async (encoding, pack) => {
    const headers = { 'content-encoding': encoding };
    const answer = says(reply(pack(Buffer.from('body')), { headers }));
    expect(await bodyOf(answer)).toBe('body');
  });

  it('that is packed and larger than a thread is started for is decoded too', async () => {
    const body = Buffer.alloc(6_000_000, 'some words ');
    const answer = says(reply(gzipSync(body), { headers: { 'content-encoding': 'gzip' } }));
    const { answer: ended } = await fetched(answer, { maxBodyBytes: 10_000_000 });
    expect(ended.answered && ended.body.length).toBe(6_000_000);
  });

  it('is cut at the limit where that is asked for', async () => {
    const plain = await fetched(says(reply('x'.repeat(200_000))), { cut: true });
    expect(plain.answer).toMatchObject({ answered: true, truncated: true });
    expect(plain.answer.answered && plain.answer.body.length).toBe(100_000);
    const headers = { 'content-encoding': 'gzip' };
    const packed = await fetched(says(reply(gzipSync('x'.repeat(200_000)), { headers })), {
      cut: true,
    });
    expect(packed.answer.answered && packed.answer.body.length).toBe(100_000);
  });
});

describe('the outcome of', () => {
  const gzip = { headers: { 'content-encoding': 'gzip' } };
  const drip: Answer = (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    const timer = setInterval(() => socket.write('x'), 20);
    socket.on('close', () => clearInterval(timer));
  };
  const endless: Answer = (socket) => {
    socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
    pour(socket, `4000\r\n${'x'.repeat(16_384)}\r\n`);
  };
  const early: Answer = (socket) => {
    const timer = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'), 20);
    socket.on('close', () => clearInterval(timer));
  };

  it.each<[string, Answer, string, (TestRequest | undefined)?, WebOptions?]>([
    ['silence', () => {}, 'timeout', {}, { headerTimeoutMs: 100 }],
    [
      'silence within a body',
      says('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nx'),
      'timeout',
      {},
      { idleTimeoutMs: 100 },
    ],
    ['a body that is not whole in its time', drip, 'too-slow', { timeMs: 300 }],
    ['a slow drip', drip, 'too-slow', {}, { minBytesPerSecond: 10_000, slowAfterMs: 100 }],
    ['endless early hints', early, 'timeout', { timeMs: 300 }],
    ['a lease that is over', says(reply('x')), 'timeout', { timeMs: 0 }],
    ['an endless body', endless, 'too-large'],
    ['a large body', says(reply('x'.repeat(100_001))), 'too-large'],
    ['a body as large as allowed', says(reply('x'.repeat(100_000))), 'answered 200'],
    ['a gzip bomb', says(reply(gzipSync(Buffer.alloc(50_000_000)), gzip)), 'too-large'],
    [
      'a large gzip bomb',
      says(reply(gzipSync(Buffer.alloc(50_000_000)), gzip)),
      'too-large',
      { maxBodyBytes: 10_000_000 },
    ],
    ['a flood of headers', says(`HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(9_000)}\r\n`), 'too-large'],
    ['a giant header', says(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(50_000)}\r\n\r\n`), 'too-large'],
    ['garbage that calls itself gzip', says(reply('body', gzip)), 'bad-encoding'],
    [
      'an unknown encoding',
      says(reply('body', { headers: { 'content-encoding': 'rot13' } })),
      'bad-encoding',
    ],
    [
      'many encodings',
      says(reply('body', { headers: { 'content-encoding': 'gzip,gzip,gzip' } })),
      'bad-encoding',
    ],
    ['no HTTP', saysAndEnds('SSH-2.0-OpenSSH_9.2\r\n'), 'bad-response'],
    [
      'a length that is none',
      saysAndEnds('HTTP/1.1 200 OK\r\ncontent-length: x\r\n\r\n'),
      'bad-response',
    ],
    [
      'two lengths',
      saysAndEnds('HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab'),
      'bad-response',
    ],
    [
      'another protocol',
      says('HTTP/1.1 101 Switching\r\nupgrade: h\r\nconnection: upgrade\r\n\r\n'),
      'bad-response',
    ],
    ['an end before the answer', (socket) => socket.end(), 'reset'],
    ['a reset before the answer', (socket) => socket.resetAndDestroy(), 'reset'],
    [
      'an end within the body',
      saysAndEnds('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nx'),
      'reset',
    ],
    [
      'an end within a chunk',
      saysAndEnds('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n9\r\nx'),
      'reset',
    ],
    ['an end within the headers', saysAndEnds('HTTP/1.1 200 OK\r\ncontent-'), 'reset'],
  ])('%s', async (...[, answer, outcome, request, options]) => {
    expect(await outcomeOf(answer, request, options)).toBe(outcome);
  });

  it('a port where nobody listens is a reset', async () => {
    await using web = testWeb();
    expect(await web.get(`http://127.0.0.1:${await freePort()}/`)).toMatchObject({
      outcome: 'reset',
    });
  });

  it('a name without an address is dns', async () => {
    await using web = testWeb({
      resolve: () => Promise.reject(Object.assign(new Error(), { code: 'ENOTFOUND' })),
    });
    expect(await web.get('http://nowhere.test/')).toMatchObject({
      outcome: 'dns',
      detail: 'the name cannot be resolved (ENOTFOUND)',
      timings: {},
    });
  });

  it('a request that was given up by us is none: it rejects', async () => {
    const stop = new AbortController();
    await using server = await rawServer(() => stop.abort(new Error('stops')));
    await using web = testWeb();
    const { signal } = stop;
    await expect(web.get(`http://127.0.0.1:${server.port}/`, { signal })).rejects.toThrow('stops');
  });
});

describe('TLS', () => {
  it('is spoken with those whom we believe, by their name', async () => {
    const authority = await certificateAuthority();
    const { cert, key } = await authority.issue({ name: 'a', hosts: ['a.test'] });
    await using server = await rawServer(says(reply('x')), { cert, key });
    const hosts = [`*.test=127.0.0.1:${server.port}`];
    await using web = testWeb({ hosts, ca: authority.cert });
    expect(await web.get('https://a.test/')).toMatchObject({
      answered: true,
      timings: { dnsMs: expect.any(Number), tlsMs: expect.any(Number) },
    });
    expect(await web.get('https://b.test/')).toMatchObject({ outcome: 'tls' });
    await using strict = testWeb({ hosts });
    expect(await strict.get('https://a.test/')).toMatchObject({ outcome: 'tls' });
  });

  it('fails with one that is too old, and with one who does not speak it', async () => {
    const authority = await certificateAuthority();
    const { cert, key } = await authority.issue({ name: 'a', hosts: ['a.test'], days: -1 });
    await using old = await rawServer(says(reply('x')), { cert, key });
    const plain = createServer((socket) => socket.end(reply('x'))).listen(0, '127.0.0.1');
    await once(plain, 'listening');
    const { port } = plain.address() as AddressInfo;
    await using web = testWeb({
      hosts: [`a.test=127.0.0.1:${old.port}`, `b.test=127.0.0.1:${port}`],
      ca: authority.cert,
    });
    expect(await web.get('https://a.test/')).toMatchObject({ outcome: 'tls' });
    expect(await web.get('https://b.test/')).toMatchObject({
      outcome: 'tls',
    });
    plain.close();
  });
});

describe('connections', () => {
  it('are kept for the next request, and closed when they are idle', async () => {
    await using server = await rawServer(says(reply('x')));
    await using web = testWeb({ keepAliveMs: 100 });
    for (let i = 0; i < 3; i += 1) {
      await web.get(`http://127.0.0.1:${server.port}/${i}`);
      await setImmediate();
    }
    expect([server.connections, web.pools.size]).toEqual([1, 1]);
    await eventually(() => web.pools.size === 0, { what: 'the pool to be closed' });
  });

  it('are kept for few hosts only', async () => {
    await using server = await rawServer(says(reply('x')));
    await using web = testWeb({ hosts: [`*.test=127.0.0.1:${server.port}`], maxIdleHosts: 5 });
    for (let i = 0; i < 50; i += 1) await web.get(`http://host-${i}.test/`);
    expect(web.pools.size).toBe(5);
  });

  it('that the server closed in the meantime are made anew', async () => {
    let answered = 0;
    await using server = await rawServer((socket) => {
      answered += 1;
      // The second request on a connection finds it closed.
      if (answered === 2) socket.destroy();
      else socket.write(reply('x'));
    });
    await using web = testWeb();
    const url = `http://127.0.0.1:${server.port}/`;
    await web.get(url);
    await setImmediate();
    expect(await web.get(url)).toMatchObject({ answered: true });
    expect([server.connections, server.requests.length]).toEqual([2, 3]);
  });

  it('are not more than allowed', async () => {
    await using server = await rawServer((socket) =>
      setTimeout(() => socket.write(reply('x')), 20),
    );
    await using web = testWeb({ maxSocketsPerHost: 2 });
    const url = `http://127.0.0.1:${server.port}/`;
    const answers = await Promise.all(Array.from({ length: 6 }, () => web.get(url)));
    expect([answers.every(({ answered }) => answered), server.connections]).toEqual([true, 2]);
  });
});
