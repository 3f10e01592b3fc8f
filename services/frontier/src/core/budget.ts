/** How much of a second's worth may be drawn at once. */
const BURST_SECONDS = 0.25;

/**
 * Requests per second that may be made. All it remembers is the moment at which it would be full again, so it is kept
 * in one number; a moment too late is safe, it only makes the next request wait.
 */
export class Budget {
  #intervalMs: number;
  #burstMs: number;
  #fullMs: number;
  /** Whether it was drawn from in memory alone since it was last told what all replicas have drawn. */
  #isAhead = false;

  constructor(perSecond: number, nowMs: number, fullInMs = 0) {
    this.#intervalMs = intervalOf(perSecond);
    this.#burstMs = burstOf(this.#intervalMs);
    this.#fullMs = nowMs + this.#atMost(fullInMs);
    this.#isAhead = this.#fullMs > nowMs;
  }

  /** From here on so many a second; what was drawn stays drawn. */
  setRate(perSecond: number, nowMs: number): void {
    const fullInMs = this.fullInMs(nowMs);
    this.#intervalMs = intervalOf(perSecond);
    this.#burstMs = burstOf(this.#intervalMs);
    this.#fullMs = nowMs + this.#atMost(fullInMs);
  }

  get intervalMs(): number {
    return this.#intervalMs;
  }

  /** What another owner has drawn counts as drawn. */
  takeOver(fullInMs: number, nowMs: number): void {
    this.#fullMs = Math.max(this.#fullMs, nowMs + this.#atMost(fullInMs));
    this.#isAhead = true;
  }

  /** What all replicas have drawn, as it was read; what was drawn in memory alone comes on top once. */
  hear(fullInMs: number, nowMs: number): void {
    const heardMs = nowMs + this.#atMost(fullInMs);
    this.#fullMs = this.#isAhead ? Math.max(this.#fullMs, heardMs) : heardMs;
    // What is not believed must be put right, or it would be heard again and again.
    if (nowMs + fullInMs > heardMs + 1 && fullInMs > 0) this.#isAhead = true;
  }

  /** It was written for all replicas to read. */
  isTold(): void {
    this.#isAhead = false;
  }

  get isAhead(): boolean {
    return this.#isAhead;
  }

  /** How many requests may be made now. */
  drawable(nowMs: number): number {
    const leftMs = this.#burstMs - this.fullInMs(nowMs);
    return leftMs < 0 ? 0 : Math.floor(leftMs / this.#intervalMs) + 1;
  }

  /** How long until a request may be made; 0 when one may be made now. */
  waitMs(nowMs: number): number {
    return Math.max(0, this.#fullMs - this.#burstMs - nowMs);
  }

  draw(nowMs: number): void {
    this.#fullMs = Math.max(nowMs, this.#fullMs) + this.#intervalMs;
    this.#isAhead = true;
  }

  /** What it would be after so many requests, or before. */
  fullInMsAfter(requests: number, nowMs: number): number {
    return Math.max(0, this.fullInMs(nowMs) + requests * this.#intervalMs);
  }

  /** A request that was drawn for was not made. */
  giveBack(): void {
    this.#fullMs -= this.#intervalMs;
  }

  fullInMs(nowMs: number): number {
    return Math.max(0, this.#fullMs - nowMs);
  }

  /** A moment that was written down may be by a clock that jumped since. */
  #atMost(fullInMs: number): number {
    return Math.max(0, Math.min(fullInMs, this.#burstMs + this.#intervalMs));
  }
}

/** What is slower than one in a thousand years is nobody's wish; sums of infinite intervals are no times. */
const LONGEST_MS = 1_000 * 365 * 86_400_000;
const intervalOf = (perSecond: number) => Math.min(LONGEST_MS, 1_000 / perSecond);
const burstOf = (intervalMs: number) => Math.max(0, BURST_SECONDS * 1_000 - intervalMs);
