import { describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { freePorts, isPortFree } from './free-ports.ts';

describe('freePorts', () => {
  it('gives as many different ports as asked', async () => {
    expect(new Set(await freePorts(20)).size).toBe(20);
  });

  it('keeps out of the range from which outgoing connections get theirs', async () => {
    for (const port of await freePorts(20)) expect(port).toBeLessThan(32_768);
  });
});

describe('isPortFree', () => {
  it('sees that somebody listens', async () => {
    const [port = 0] = await freePorts(1);
    const server = createServer().listen(port, '127.0.0.1');
    await once(server, 'listening');
    expect(await isPortFree(port)).toBe(false);
    server.close();
    await once(server, 'close');
    expect(await isPortFree(port)).toBe(true);
  });
});
