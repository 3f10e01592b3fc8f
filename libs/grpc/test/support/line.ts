import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A line to a server of this machine that a spec can spoil. */
export interface Line extends Disposable {
  readonly port: number;
  /** Both ends learn at once that it is gone. */
  cut(): void;
  /** Nothing comes through any more and nobody is told, as when a machine loses its power. */
  freeze(): void;
}

/** Opens a line to that port. */
export async function lineTo(port: number): Promise<Line> {
  const sockets: Socket[] = [];
  const line = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    for (const socket of [near, far]) sockets.push(socket.on('error', () => {}));
    near.pipe(far).pipe(near);
  });
  line.listen(0, '127.0.0.1');
  await once(line, 'listening');
  const cut = (): void => {
    line.close();
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (line.address() as AddressInfo).port,
    cut,
    freeze: () => {
      for (const socket of sockets) socket.unpipe().pause();
    },
    [Symbol.dispose]: cut,
  };
}
