import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';

/** Answers one request, byte by byte as it likes. */
export type Answer = (socket: Socket, request: string) => unknown;

/** A server that need not keep to HTTP. */
export interface RawServer extends AsyncDisposable {
  readonly port: number;
  /** The heads of all requests so far. */
  readonly requests: readonly string[];
  /** Connections made so far. */
  readonly connections: number;
}

/** Listens on a free port of this machine and hands over the head of each request. */
export async function rawServer(answer: Answer, tls?: TlsOptions): Promise<RawServer> {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const serve = (socket: Socket): void => {
    connections += 1;
    sockets.add(socket);
    let head = '';
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (bytes) => {
      head += bytes.toString('latin1');
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return;
      const request = head.slice(0, end);
      head = head.slice(end + 4);
      requests.push(request);
      void answer(socket, request);
    });
  };
  const server: Server = tls === undefined ? createServer(serve) : createTlsServer(tls, serve);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    get connections() {
      return connections;
    },
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A whole answer with its length. */
export function reply(body: string | Uint8Array, { status = '200 OK', headers = {} } = {}): Buffer {
  const bytes = typeof body === 'string' ? Buffer.from(body) : Buffer.from(body);
  const lines = Object.entries({ 'content-length': String(bytes.length), ...headers });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status}\r\n${head}\r\n`, 'latin1'), bytes]);
}
