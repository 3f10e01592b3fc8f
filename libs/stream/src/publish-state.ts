import type { Clock } from '@mayfly/clock';
import type { Publishing } from './stream.ts';

/** Whether publishing works, and since when. */
export class PublishState {
  private readonly clock: Clock;
  private state: Publishing;

  constructor(clock: Clock) {
    this.clock = clock;
    this.state = { ok: true, sinceMs: clock.nowMs() };
  }

  get now(): Publishing {
    return this.state;
  }

  works(): void {
    if (!this.state.ok) this.state = { ok: true, sinceMs: this.clock.nowMs() };
  }

  fails(error: Error): void {
    const sinceMs = this.state.ok ? this.clock.nowMs() : this.state.sinceMs;
    this.state = { ok: false, sinceMs, error };
  }
}
