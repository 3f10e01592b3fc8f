/** How much of a second's worth may be drawn at once. */
const BURST_SECONDS = 0.25;

/**
 * Requests per second that may be made. All it remembers is the moment at which it would be full again, so it is kept
 * in one number; a moment too late is safe, it only makes the next request wait.
 */
export class Budget {
  readonly intervalMs: number;
  readonly #burstMs: number;
  #fullMs: number;

  constructor(perSecond: number, nowMs: number, fullInMs = 0) {
    this.intervalMs = 1_000 / perSecond;
    this.#burstMs = Math.max(0, BURST_SECONDS * 1_000 - this.intervalMs);
    this.#fullMs = nowMs + Math.max(0, Math.min(fullInMs, this.#burstMs + this.intervalMs));
  }

  /** How long until a request may be made; 0 when one may be made now. */
  waitMs(nowMs: number): number {
    return Math.max(0, this.#fullMs - this.#burstMs - nowMs);
  }

  draw(nowMs: number): void {
    this.#fullMs = Math.max(nowMs, this.#fullMs) + this.intervalMs;
  }

  /** A request that was drawn for was not made. */
  giveBack(): void {
    this.#fullMs -= this.intervalMs;
  }

  fullInMs(nowMs: number): number {
    return Math.max(0, this.#fullMs - nowMs);
  }
}
