import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import type { ISocketFactory, Kafka } from 'kafkajs';

/** The connections of each client, so that they can be ended whatever kafkajs thinks of them. */
const OF_CLIENT = new WeakMap<Kafka, Connections>();

/** Opens connections as kafkajs does by itself, and remembers those that are open. */
export class Connections {
  readonly factory: ISocketFactory;
  private readonly sockets = new Set<Socket>();
  private isCut = false;

  constructor() {
    const load = createRequire(import.meta.url);
    const factoryOf = load('kafkajs/src/network/socketFactory.js') as () => ISocketFactory;
    const open = factoryOf();
    this.factory = (args) => {
      const socket = open(args);
      this.sockets.add(socket);
      socket.once('close', () => this.sockets.delete(socket));
      if (this.isCut) end(socket);
      return socket;
    };
  }

  belongTo(client: Kafka): Kafka {
    OF_CLIENT.set(client, this);
    return client;
  }

  cut(): void {
    this.isCut = true;
    for (const socket of this.sockets) end(socket);
  }
}

/**
 * Ends the connections of a client, those under way and those to come. kafkajs connects again when it repeats a request,
 * also after it was told to disconnect, and waits for the answer of a broker that keeps a member waiting.
 */
export function cutOff(client: Kafka): void {
  OF_CLIENT.get(client)?.cut();
}

/** With an error, because kafkajs does not hear of a connection that only closes. */
function end(socket: Socket): void {
  socket.destroy(new Error('the stream has no use for it any more'));
}
