import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { Behaviour } from './behaviour.ts';

/** A web that behaves badly, at one address of this machine. */
export interface BadWeb extends AsyncDisposable {
  readonly port: number;
  /** How often each path was asked for. */
  readonly asked: ReadonlyMap<string, number>;
  /** Connections that are open now. */
  readonly connections: number;
}

const NOTHING = 'HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n';

/** Serves each behaviour at the path of its name, on a free port unless one is named. */
export async function openBadWeb(behaviours: readonly Behaviour[], port = 0): Promise<BadWeb> {
  const byPath = new Map(behaviours.map((behaviour) => [`/${behaviour.name}`, behaviour.answer]));
  const asked = new Map<string, number>();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    let head = '';
    socket.on('data', (bytes) => {
      head += bytes.toString('latin1');
      for (let end = head.indexOf('\r\n\r\n'); end >= 0; end = head.indexOf('\r\n\r\n')) {
        const request = head.slice(0, end);
        head = head.slice(end + 4);
        const path = (request.split(' ')[1] ?? '').replace(/\?.*$/, '');
        asked.set(path, (asked.get(path) ?? 0) + 1);
        const answer = byPath.get(path);
        if (answer === undefined) socket.write(NOTHING);
        else answer(socket, request);
      }
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    get connections() {
      return sockets.size;
    },
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
