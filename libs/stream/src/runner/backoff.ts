import type { Clock } from '@mayfly/clock';

const FIRST_MS = 100;
const LONGEST_MS = 5_000;

/** Waits that grow while something fails, each cut by chance so that partitions do not come back all at once. */
export class Backoff {
  private readonly clock: Clock;
  private readonly random: () => number;
  private failures = 0;

  constructor({ clock, random }: { clock: Clock; random: () => number }) {
    this.clock = clock;
    this.random = random;
  }

  /** Whether nothing has failed since the last reset. */
  get isFresh(): boolean {
    return this.failures === 0;
  }

  /** Forgets the failures so far. */
  reset(): void {
    this.failures = 0;
  }

  /** Sleeps; an abort ends the sleep without an error, because whoever aborts looks at the signal anyway. */
  async wait(signal: AbortSignal): Promise<void> {
    const wholeMs = Math.min(LONGEST_MS, FIRST_MS * 2 ** this.failures);
    this.failures = Math.min(this.failures + 1, 16);
    try {
      await this.clock.sleep(wholeMs * (0.5 + this.random() / 2), signal);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }
}
