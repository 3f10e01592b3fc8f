import type { Backoff } from './backoff.ts';

/**
 * Commits of one partition, one at a time and always the newest: a handler need not wait for the commit of its
 * last batch before it gets the next. A commit that fails is tried again for as long as the partition is ours.
 */
export class CommitLane {
  private readonly write: (next: bigint) => Promise<void>;
  private readonly backoff: Backoff;
  private readonly lost: AbortSignal;
  private wanted: bigint | undefined;
  private running: Promise<void> | undefined;

  constructor(parts: {
    write: (next: bigint) => Promise<void>;
    backoff: Backoff;
    lost: AbortSignal;
  }) {
    this.write = parts.write;
    this.backoff = parts.backoff;
    this.lost = parts.lost;
  }

  /** Everything before `next` is done. */
  put(next: bigint): void {
    this.wanted = next;
    this.running ??= this.run();
  }

  /** Resolves when the newest commit is durable, or the partition is lost. */
  async settled(): Promise<void> {
    await this.running;
  }

  private async run(): Promise<void> {
    while (this.wanted !== undefined && !this.lost.aborted) {
      const next = this.wanted;
      this.wanted = undefined;
      try {
        await this.write(next);
        this.backoff.reset();
      } catch {
        this.wanted ??= next;
        await this.backoff.wait(this.lost);
      }
    }
    this.running = undefined;
  }
}
