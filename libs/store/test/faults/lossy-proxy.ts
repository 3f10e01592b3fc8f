import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A way to a server that can lose answers. */
export interface LossyProxy extends AsyncDisposable {
  readonly port: number;
  /** Passes the next request that holds the word on, and cuts the connection instead of giving its answer. */
  loseAnswerTo(word: string): void;
  /** From now on requests get through and answers do not. */
  mute(): void;
  /** How many answers were cut. */
  cuts(): number;
}

export async function lossyProxy(toPort: number): Promise<LossyProxy> {
  const sockets = new Set<Socket>();
  let word: string | undefined;
  let isMute = false;
  let cuts = 0;
  const listener = createServer((caller) => {
    const server = connect(toPort, '127.0.0.1');
    let losesNext = false;
    for (const socket of [caller, server]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        caller.destroy();
        server.destroy();
      });
    }
    caller.on('data', (request) => {
      if (word !== undefined && request.includes(word)) {
        losesNext = true;
        word = undefined;
      }
      server.write(request);
    });
    server.on('data', (answer) => {
      if (isMute) return;
      if (!losesNext) return void caller.write(answer);
      cuts += 1;
      caller.destroy();
    });
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  return {
    port: (listener.address() as AddressInfo).port,
    loseAnswerTo: (next) => (word = next),
    mute: () => (isMute = true),
    cuts: () => cuts,
    [Symbol.asyncDispose]: async () => {
      listener.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
