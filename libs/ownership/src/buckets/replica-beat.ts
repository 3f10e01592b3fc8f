import { atMost, type Clock } from '@mayfly/clock';
import { put, replace, remove, type Store } from '@mayfly/store';
import type { ReplicasTable } from './bucket-tables.ts';

/** Believed for this part of the time to live: others look only now and then, and the epoch keeps out whoever believes for too long. */
const BELIEVED = 5 / 6;

/** What it takes to be known as living. */
export interface BeatOptions {
  readonly store: Store;
  readonly replicas: ReplicasTable;
  readonly replica: string;
  readonly address: string;
  readonly clock: Clock;
  readonly ttlMs: number;
}

/** Says again and again that a replica lives, and knows when nobody can have heard it for too long. */
export class ReplicaBeat {
  readonly #options: BeatOptions;
  readonly #stop = new AbortController();
  readonly #running: Promise<void>;
  #beat = 0;

  private constructor(options: BeatOptions, startedMs: number, onLost: (why: string) => void) {
    this.#options = options;
    this.#running = this.#beatOn(startedMs, onLost);
  }

  /** Makes the replica known; false when nobody can say whether it is. */
  static async start(
    options: BeatOptions,
    onLost: (why: string) => void,
  ): Promise<ReplicaBeat | undefined> {
    const { store, replicas, replica, address, clock } = options;
    const startedMs = clock.monotonicMs();
    const row = { replica, address, beat: 0 };
    const [answer] = await store.write([{ writes: [put(replicas, row)] }]);
    if (answer?.outcome !== 'applied') return undefined;
    return new ReplicaBeat(options, startedMs, onLost);
  }

  /** Ends it; its row stays. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  /** Ends it, and lets others know at once. */
  async leave(): Promise<void> {
    await this.stop();
    const { store, replicas, replica } = this.#options;
    await store.write([{ writes: [remove(replicas, { replica })] }]);
  }

  async #beatOn(startedMs: number, onLost: (why: string) => void): Promise<void> {
    const { clock, ttlMs } = this.#options;
    let believedMs = startedMs;
    while (!this.#stop.signal.aborted) {
      try {
        await clock.sleep(ttlMs / 5, this.#stop.signal);
      } catch {
        return;
      }
      const beganMs = clock.monotonicMs();
      const leftMs = believedMs + ttlMs * BELIEVED - beganMs;
      // A store that does not answer takes longer to say so than others wait for a sign of life.
      const outcome = leftMs > 0 ? await atMost(clock, leftMs, this.#write()) : undefined;
      if (outcome === 'applied') believedMs = beganMs;
      if (outcome === 'refused') return onLost('others gave this replica up');
      if (clock.monotonicMs() - believedMs >= ttlMs * BELIEVED) {
        return onLost('no sign of life got through');
      }
    }
  }

  async #write(): Promise<'applied' | 'refused' | 'unknown'> {
    const { store, replicas, replica, address } = this.#options;
    // Another number each time, also when the one before got no answer: any of them is a sign of life.
    this.#beat += 1;
    const writes = [replace(replicas, { replica, address, beat: this.#beat })];
    const [answer] = await store
      .write([{ writes }])
      .catch((cause: unknown) => [{ outcome: 'unknown', cause } as const]);
    return answer?.outcome ?? 'unknown';
  }
}
