import { once } from 'node:events';
import { createSecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { certificateAuthority } from '@mayfly/testing';

// Serves one page of 30 KB over TLS, in whichever protocol the client prefers of the two.
const authority = await certificateAuthority();
const { cert, key } = await authority.issue({ name: 'bench', hosts: ['*.bench.test'] });
const page = Buffer.alloc(30_000, 'some words ');
const server = createSecureServer({ cert, key, allowHTTP1: true }, (_, response) => {
  response.writeHead(200, { 'content-type': 'text/html', 'content-length': String(page.length) });
  response.end(page);
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;
process.stdout.write(`${JSON.stringify({ port, ca: authority.cert })}\n`);
await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
process.exit(0);
