import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import {
  benchAddress,
  benchPages,
  benchPath,
  type BenchShape,
  type Prepared,
  prepared,
} from './bench-pages.ts';

/** How large the web is; 0 or no port means any that is free. */
export interface BenchWebOptions extends BenchShape {
  readonly port?: number;
}

/** How often it was asked. */
export interface BenchCounts {
  readonly requests: number;
  /** Requests answered with a page. */
  readonly pages: number;
  /** Pages that were asked for at least once. */
  readonly distinctPages: number;
}

/** A web to measure crawlers with. */
export interface BenchWeb extends AsyncDisposable {
  readonly port: number;
  /** From here every page can be reached. */
  readonly seed: string;
  readonly hosts: readonly string[];
  counts(): BenchCounts;
  close(): Promise<void>;
}

const MISSING = [Buffer.from('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n')];
const COUNTS_PATH = '/counts';

/**
 * Many hosts, each an address of this machine, all on one port, so that any crawler can crawl it without being told
 * about names. Answers are ready before the first request: what is measured is the crawler.
 */
export async function benchWeb(options: BenchWebOptions): Promise<BenchWeb> {
  const { server: first, port } = await listen(benchAddress(0), options.port ?? 0);
  const served = new Map<string, number>();
  const counts = (): BenchCounts => countsOf(served);
  const answers = answersByHost(options, port);
  const servers = [first];
  serve(first, answers[0]!, { served, counts });
  for (let host = 1; host < options.hosts; host += 1) {
    const { server } = await listen(benchAddress(host), port);
    serve(server, answers[host]!, { served, counts });
    servers.push(server);
  }
  const close = async (): Promise<void> => {
    await Promise.all(servers.map(closeServer));
  };
  return {
    port,
    seed: `http://${benchAddress(0)}:${port}${benchPath(0)}`,
    hosts: answers.map((_, host) => `${benchAddress(host)}:${port}`),
    counts,
    close,
    [Symbol.asyncDispose]: close,
  };
}

function answersByHost(shape: BenchShape, port: number): Map<string, Prepared>[] {
  const robots = prepared('text/plain', Buffer.from('User-agent: *\nDisallow:\n'));
  const hosts = Array.from(
    { length: shape.hosts },
    () => new Map<string, Prepared>([['/robots.txt', robots]]),
  );
  for (const [n, page] of benchPages(shape, port).entries()) {
    hosts[n % shape.hosts]!.set(benchPath(n), page);
  }
  return hosts;
}

interface Bookkeeping {
  readonly served: Map<string, number>;
  readonly counts: () => BenchCounts;
}

const sockets = new WeakMap<Server, Set<Socket>>();

/** HTTP as far as a GET needs it: node's own server would take more time than some crawlers. */
function serve(
  server: Server,
  answers: Map<string, Prepared>,
  { served, counts }: Bookkeeping,
): void {
  const open = new Set<Socket>();
  sockets.set(server, open);
  server.on('connection', (socket) => {
    open.add(socket);
    socket.setNoDelay(true).setEncoding('latin1');
    socket.on('close', () => open.delete(socket)).on('error', () => socket.destroy());
    let unread = '';
    socket.on('data', (part) => {
      unread += String(part);
      for (let end = unread.indexOf('\r\n\r\n'); end >= 0; end = unread.indexOf('\r\n\r\n')) {
        const path = unread.slice(unread.indexOf(' ') + 1, unread.indexOf(' HTTP/'));
        unread = unread.slice(end + 4);
        if (path === COUNTS_PATH) {
          send(socket, prepared('application/json', Buffer.from(JSON.stringify(counts()))));
          continue;
        }
        served.set(path, (served.get(path) ?? 0) + 1);
        send(socket, answers.get(path) ?? MISSING);
      }
    });
  });
}

function send(socket: Socket, parts: Prepared): void {
  socket.cork();
  for (const part of parts) socket.write(part);
  socket.uncork();
}

function countsOf(served: Map<string, number>): BenchCounts {
  const pages = [...served].filter(([path]) => path.startsWith(benchPath(0).slice(0, -1)));
  const sum = (counts: Iterable<[string, number]>): number =>
    [...counts].reduce((total, [, count]) => total + count, 0);
  return { requests: sum(served), pages: sum(pages), distinctPages: pages.length };
}

async function listen(address: string, port: number): Promise<{ server: Server; port: number }> {
  const server = createServer();
  server.listen(port, address);
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port };
}

async function closeServer(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  for (const socket of sockets.get(server) ?? []) socket.destroy();
  await closed;
}
