import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { freePort, freePorts } from './free-ports.ts';

describe('freePorts', () => {
  it('gives as many different ports as asked for', async () => {
    const ports = await freePorts(50);
    expect(new Set(ports).size).toBe(50);
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
