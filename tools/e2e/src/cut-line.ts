import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** The way from a service to something it calls, which a test cuts at a moment of its choice. */
export interface CutLine extends AsyncDisposable {
  readonly port: number;
  /** Where it leads; whoever connects before waits for that. */
  leadTo(port: number): void;
  /** From now on nothing gets through in either direction; connections stay open and are silent. */
  cut(): void;
  /** Cuts itself when somebody sends these bytes, before they get through. */
  cutAt(bytes: Buffer): void;
  isCut(): boolean;
  /** Closes what was cut and lets new connections through. */
  mend(): void;
}

/** A line on a port of its own. */
export async function cutLine(toPort?: number): Promise<CutLine> {
  const target = Promise.withResolvers<number>();
  if (toPort !== undefined) target.resolve(toPort);
  const sockets = new Set<Socket>();
  let isCut = false;
  let cutsAt: Buffer | undefined;
  const listener = createServer((caller) => void join(caller));
  const join = async (caller: Socket): Promise<void> => {
    caller.on('error', () => {});
    sockets.add(caller);
    const server = connect(await target.promise, '127.0.0.1');
    server.on('error', () => {});
    sockets.add(server);
    caller.on('data', (sent) => {
      if (cutsAt !== undefined && sent.includes(cutsAt)) {
        cutsAt = undefined;
        isCut = true;
      }
      if (!isCut) server.write(sent);
    });
    server.on('data', (answer) => void (isCut || caller.write(answer)));
    for (const socket of [caller, server]) {
      socket.on('close', () => {
        sockets.delete(socket);
        // Silence, not an end, is what the other side gets from a line that is cut.
        if (isCut) return;
        caller.destroy();
        server.destroy();
      });
    }
    if (caller.destroyed) server.destroy();
  };
  const closeAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  return {
    port: (listener.address() as AddressInfo).port,
    leadTo: (port) => target.resolve(port),
    cut: () => (isCut = true),
    cutAt: (bytes) => (cutsAt = bytes),
    isCut: () => isCut,
    mend: () => {
      isCut = false;
      closeAll();
    },
    [Symbol.asyncDispose]: async () => {
      listener.close();
      closeAll();
    },
  };
}

/** How a command to a collection of MongoDB begins on the wire: the name of the command with the collection's. */
export function mongoCommand(name: 'update' | 'delete', collection: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32LE(collection.length + 1);
  return Buffer.concat([Buffer.from(`\x02${name}\0`), length, Buffer.from(`${collection}\0`)]);
}
