import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

// The web of the soaks, in a process of its own so that one clock sees every request, whoever makes it. A host is what
// the Host header says; `/took/N` takes N milliseconds. `/report` on the host `control` gives what was asked since the
// last report, by that clock: a request begins when it is read and ends before the last of its answer is written.
interface Asked {
  readonly host: string;
  readonly path: string;
  readonly beginMs: number;
  endMs?: number;
}

const open = new Set<Asked>();
let ended: Asked[] = [];

const server = createServer((request, response) => {
  const beginMs = performance.now();
  const { host = '' } = request.headers;
  const path = request.url ?? '/';
  if (host === 'control') {
    response.end(JSON.stringify({ open: [...open], ended, nowMs: beginMs }));
    ended = [];
    return;
  }
  const asked: Asked = { host, path, beginMs };
  open.add(asked);
  const end = () => {
    if (!open.delete(asked)) return;
    asked.endMs = performance.now();
    ended.push(asked);
  };
  response.once('close', end);
  const answer = () => {
    end();
    response.end(`of ${host}`);
  };
  const tookMs = Number(/^\/took\/(\d+)/.exec(path)?.[1] ?? 0);
  if (tookMs === 0) answer();
  else setTimeout(answer, tookMs);
});

server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ port: (server.address() as AddressInfo).port })}\n`);
});
