import { describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { rawServer } from '../../test/support/raw-server.ts';
import { testWeb } from '../../test/support/web.ts';
import { tolerant } from './tolerant-socket.ts';

const OK = 'HTTP/1.1 200 OK\r\n';
const TEXTS = {
  'a plain answer': `${OK}content-length: 4\r\n\r\nbody`,
  'bare line feeds': 'HTTP/1.1 200 OK\nx: y\ncontent-length: 4\n\nbody',
  'early hints': `HTTP/1.1 103 Hints\r\nlink: a\r\n\r\n${OK}content-length: 4\r\n\r\nbody`,
  'plain chunks': `${OK}transfer-encoding: chunked\r\n\r\n2\r\nbo\r\n2\r\ndy\r\n0\r\n\r\n`,
  'odd chunks': `${OK}transfer-encoding: chunked\r\n\r\n2;x \nbo\n02\r\ndy\r\n0\r\na: b\n\n`,
  'chunks without an end': `${OK}transfer-encoding: chunked\r\n\r\n4\r\nbody\r\n`,
};

describe('an answer is the same wherever it is cut', () => {
  it.each(Object.entries(TEXTS))('%s', async (name, text) => {
    let cut = 0;
    const ends = name.endsWith('an end');
    await using server = await rawServer(async (socket) => {
      socket.setNoDelay(true).write(text.slice(0, cut));
      // Two turns, so that the other side has read the first piece.
      await setImmediate();
      await setImmediate();
      if (ends) socket.end(text.slice(cut));
      else socket.write(text.slice(cut));
    });
    await using web = testWeb();
    for (cut = 1; cut < text.length; cut += 1) {
      const answer = await web.get(`http://127.0.0.1:${server.port}/`);
      const read = answer.answered ? Buffer.from(answer.body).toString() : answer.detail;
      expect([cut, read]).toEqual([cut, 'body']);
    }
  });
});

describe('a socket that is asked for nothing', () => {
  it('gives nothing, and keeps what has come', async () => {
    const server = createServer((socket) => socket.end(TEXTS['a plain answer'])).listen(0);
    await once(server, 'listening');
    const socket = tolerant(connect((server.address() as AddressInfo).port), 10_000);
    socket.write('GET / HTTP/1.1\r\n\r\n');
    await once(socket, 'readable');
    expect(socket.read(0)).toBeNull();
    expect(String(socket.read())).toBe(TEXTS['a plain answer']);
    socket.destroy();
    server.close();
  });
});

describe('connections of servers that keep to the standard', () => {
  it.each(['a plain answer', 'plain chunks', 'early hints'] as const)(
    'are used again after %s',
    async (name) => {
      await using server = await rawServer((socket) => socket.write(TEXTS[name]));
      await using web = testWeb({ maxSocketsPerHost: 1 });
      for (let i = 0; i < 5; i += 1) {
        expect(await web.get(`http://127.0.0.1:${server.port}/`)).toMatchObject({ answered: true });
        await setImmediate();
      }
      expect(server.connections).toBe(1);
    },
  );
});
