import { connect, type Http2Session } from 'node:http2';
import { Duplex } from 'node:stream';

type Ping = (this: Http2Session, ...args: unknown[]) => unknown;

/** Seen by every copy of this module, of which tests load several into one process. */
const CHANGED = Symbol.for('mayfly.grpc.pingWhileDraining');

let done = false;

/**
 * Lets a connection that was asked to end be tried like every other. Node refuses to ping one,
 * gRPC takes that for a dead line and cuts off the calls that still run on it: those of a connection
 * that grew old, of a server that drains, of certificates that were replaced. Node only says no
 * because `closed` is true, so the answer is hidden from it while it sends the ping. See ADR 0007.
 */
export function pingWhileDraining(): void {
  if (done) return;
  done = true;
  const prototype = sessionPrototype();
  const ping = Reflect.get(prototype, 'ping') as Ping;
  if (CHANGED in ping) return;
  const changed: Ping = function (...args) {
    if (!this.closed || this.destroyed) return ping.apply(this, args);
    Object.defineProperty(this, 'closed', { value: false, configurable: true });
    try {
      return ping.apply(this, args);
    } finally {
      Reflect.deleteProperty(this, 'closed');
    }
  };
  Object.defineProperty(changed, CHANGED, { value: true });
  Object.defineProperty(prototype, 'ping', { value: changed, configurable: true, writable: true });
}

/** Node does not export the class of sessions, so it is asked of one that leads nowhere. */
function sessionPrototype(): object {
  const nowhere = new Duplex({ read: () => {}, write: (_chunk, _encoding, done) => done() });
  const session = connect('http://localhost', { createConnection: () => nowhere });
  session.on('error', () => {});
  let found: object = session;
  while (!Object.hasOwn(found, 'ping')) found = Object.getPrototypeOf(found) as object;
  session.destroy();
  return found;
}
