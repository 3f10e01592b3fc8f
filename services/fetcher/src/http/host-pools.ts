import Pool from 'undici/lib/dispatcher/pool.js';
import { type Connecting, connectTo, type ConnectTimings } from './connect.ts';
import { tolerant } from './tolerant-socket.ts';

/** How connections are kept. */
export interface PoolSettings {
  readonly maxSocketsPerHost: number;
  readonly keepAliveMs: number;
  readonly maxHeaderBytes: number;
  readonly headerTimeoutMs: number;
  readonly idleTimeoutMs: number;
  /** Hosts whose connections are kept while nothing is asked of them. */
  readonly maxIdleHosts: number;
}

/** The connections to one origin. */
export interface HostPool {
  readonly pool: Pool;
  /** How many connections were made so far. */
  connects: number;
  /** What the last connection took, until a request takes it as its own. */
  connected: ConnectTimings | undefined;
  /** Whom the last connection was made to. */
  address: string | undefined;
  users: number;
  usedMs: number;
}

/**
 * A pool for each origin, for private crawls apart from the others: a connection that one of them may
 * have, the other may not. Idle pools are closed, so memory does not grow with the number of hosts.
 */
export class HostPools {
  readonly #pools = new Map<string, HostPool>();
  readonly #settings: PoolSettings;
  readonly #connecting: Connecting;
  readonly #sweep: NodeJS.Timeout;

  constructor(settings: PoolSettings, connecting: Connecting) {
    this.#settings = settings;
    this.#connecting = connecting;
    this.#sweep = setInterval(() => this.#closeIdle(), settings.keepAliveMs);
    this.#sweep.unref();
  }

  /** How many origins have a pool now. */
  get size(): number {
    return this.#pools.size;
  }

  /** The pool of the origin, kept until `release`. */
  acquire(origin: string, isPrivate: boolean): HostPool {
    const key = `${isPrivate ? 'private' : 'public'} ${origin}`;
    const kept = this.#pools.get(key);
    const host = kept ?? this.#open(origin, isPrivate);
    // The order of the map is the order of use: the first is the one that was not used for longest.
    if (kept !== undefined) this.#pools.delete(key);
    this.#pools.set(key, host);
    host.users += 1;
    return host;
  }

  release(host: HostPool): void {
    host.users -= 1;
    host.usedMs = performance.now();
    if (this.#pools.size > this.#settings.maxIdleHosts) this.#closeOne();
  }

  /** Ends every connection, also those in use. */
  async close(): Promise<void> {
    clearInterval(this.#sweep);
    const all = [...this.#pools.values()];
    this.#pools.clear();
    await Promise.all(all.map(({ pool }) => pool.destroy()));
  }

  #open(origin: string, isPrivate: boolean): HostPool {
    const { maxSocketsPerHost, keepAliveMs, maxHeaderBytes, headerTimeoutMs, idleTimeoutMs } =
      this.#settings;
    const pool = new Pool(origin, {
      connections: maxSocketsPerHost,
      pipelining: 1,
      allowH2: false,
      keepAliveTimeout: keepAliveMs,
      keepAliveMaxTimeout: keepAliveMs,
      maxHeaderSize: maxHeaderBytes,
      headersTimeout: headerTimeoutMs,
      bodyTimeout: idleTimeoutMs,
      connect: ({ hostname, protocol, port }, callback) => {
        const standard = protocol === 'https:' ? 443 : 80;
        const destination = {
          protocol,
          hostName: hostname,
          port: port === '' ? standard : Number(port),
          private: isPrivate,
        };
        connectTo(destination, this.#connecting).then(
          ({ socket, timings }) => {
            host.connects += 1;
            host.connected = timings;
            host.address = socket.remoteAddress;
            callback(null, tolerant(socket, maxHeaderBytes));
          },
          (error: Error) => callback(error, null),
        );
      },
    });
    const host: HostPool = {
      ...{ pool, connects: 0, users: 0, usedMs: 0 },
      ...{ connected: undefined, address: undefined },
    };
    return host;
  }

  #closeIdle(): void {
    const beforeMs = performance.now() - this.#settings.keepAliveMs;
    for (const [key, host] of this.#pools) {
      if (host.users === 0 && host.usedMs < beforeMs) this.#drop(key, host);
    }
  }

  #closeOne(): void {
    for (const [key, host] of this.#pools) {
      if (host.users > 0) continue;
      this.#drop(key, host);
      return;
    }
  }

  #drop(key: string, host: HostPool): void {
    this.#pools.delete(key);
    void host.pool.destroy();
  }
}
