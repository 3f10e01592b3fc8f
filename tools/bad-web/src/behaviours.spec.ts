import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { BEHAVIOURS, openBadWeb } from './index.ts';

async function answerTo(path: string): Promise<string> {
  await using web = await openBadWeb(BEHAVIOURS);
  const socket = connect(web.port, '127.0.0.1').setEncoding('latin1');
  socket.write(`GET ${path} HTTP/1.1\r\nhost: a.test\r\n\r\n`);
  const [text] = (await once(socket, 'data')) as [string];
  socket.destroy();
  return text;
}

describe('the bad web', () => {
  it('has a path of its own for each behaviour, and says how it must end', () => {
    expect(new Set(BEHAVIOURS.map(({ name }) => name)).size).toBe(BEHAVIOURS.length);
    expect(BEHAVIOURS.filter(({ does, expected }) => does === '' || expected.length === 0)).toEqual(
      [],
    );
    // A path is also the first part of a host.
    expect(BEHAVIOURS.filter(({ name }) => !/^[a-z\d.-]{1,60}$/.test(name))).toEqual([]);
  });

  it('answers with the bytes of the behaviour', async () => {
    expect(await answerTo('/junk-first')).toMatch(/^xyHTTP\/1\.1 200 OK\r\n/);
  });

  it('has nothing elsewhere', async () => {
    expect(await answerTo('/unheard-of')).toMatch(/^HTTP\/1\.1 404 /);
  });
});
