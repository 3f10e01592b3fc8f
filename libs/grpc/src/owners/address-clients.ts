import type { Clock } from '@mayfly/clock';
import type { OpenClient } from '../client/client.ts';

interface Opened<C> {
  readonly client: Promise<C>;
  calls: number;
  usedMs: number;
}

/** Clients of addresses: opened by the first call, shared by all, and closed when nobody has called for a while. */
export class AddressClients<C extends OpenClient> {
  readonly #open: (address: string) => Promise<C>;
  readonly #clock: Clock;
  readonly #idleMs: number;
  readonly #opened = new Map<string, Opened<C>>();

  constructor(options: {
    readonly open: (address: string) => Promise<C>;
    readonly clock: Clock;
    readonly idleMs: number;
  }) {
    this.#open = options.open;
    this.#clock = options.clock;
    this.#idleMs = options.idleMs;
  }

  /** How many are open. */
  get size(): number {
    return this.#opened.size;
  }

  async use<T>(address: string, call: (client: C) => Promise<T>): Promise<T> {
    const opened = this.#openedAt(address);
    opened.calls += 1;
    try {
      return await call(await opened.client);
    } finally {
      opened.calls -= 1;
      opened.usedMs = this.#clock.monotonicMs();
      this.#closeIdle();
    }
  }

  async close(): Promise<void> {
    const all = [...this.#opened.values()];
    this.#opened.clear();
    await Promise.allSettled(all.map(async ({ client }) => (await client).close()));
  }

  #openedAt(address: string): Opened<C> {
    const there = this.#opened.get(address);
    if (there !== undefined) return there;
    const opened = { client: this.#open(address), calls: 0, usedMs: this.#clock.monotonicMs() };
    // One that could not be opened is tried anew by the next call.
    opened.client.catch(() => this.#opened.delete(address));
    this.#opened.set(address, opened);
    return opened;
  }

  #closeIdle(): void {
    const longAgoMs = this.#clock.monotonicMs() - this.#idleMs;
    for (const [address, { client, calls, usedMs }] of this.#opened) {
      if (calls > 0 || usedMs > longAgoMs) continue;
      this.#opened.delete(address);
      void client.then((each) => each.close()).catch(() => {});
    }
  }
}
