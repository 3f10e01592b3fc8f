import { describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { freePort, freePorts, isPortFree } from './free-ports.ts';

describe('freePorts', () => {
  it('gives as many different ports as asked for', async () => {
    expect(new Set(await freePorts(50)).size).toBe(50);
  });

  it('keeps out of the range from which outgoing connections get theirs', async () => {
    for (const port of await freePorts(50)) expect(port).toBeLessThan(32_768);
  });
});

describe('freePort', () => {
  it('gives a port that can be listened on', async () => {
    const server = createServer().listen(await freePort(), '127.0.0.1');
    await once(server, 'listening');
    server.close();
    await once(server, 'close');
  });
});

describe('isPortFree', () => {
  it('sees that somebody listens', async () => {
    const port = await freePort();
    const server = createServer().listen(port, '127.0.0.1');
    await once(server, 'listening');
    expect(await isPortFree(port)).toBe(false);
    server.close();
    await once(server, 'close');
    expect(await isPortFree(port)).toBe(true);
  });
});
