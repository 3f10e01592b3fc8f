import type { HostKey, Url } from '@mayfly/url';
import type { Kind, LeaseRow, UrlKey, UrlName, UrlRow } from './rows.ts';

/** A lease as its fetcher is told of it. */
export interface Granted {
  readonly host: HostKey;
  readonly lease: LeaseRow;
  /** The URL as it is now that it is leased; absent for robots.txt. */
  readonly url?: UrlRow | undefined;
  readonly abandon: boolean;
  readonly obeyRobots: boolean;
  readonly robotsAttempt?: number | undefined;
  readonly private: boolean;
}

/** A URL that a caller asked for by name. */
export interface Want {
  readonly caller: Caller;
  readonly kind: Kind;
  readonly url: Url;
  /** Absent for robots.txt. */
  readonly name?: UrlName | undefined;
  /** Its row, once it has one. */
  key?: UrlKey | undefined;
  readonly crawl: string;
  /** The lease whose request led here. */
  readonly after?: { readonly host: HostKey; readonly attempt: number } | undefined;
  /** When it was asked for: that request has ended by then. */
  readonly sinceMs: number;
  /** Somebody else has it: not again before this. */
  retryMs: number;
}

/** Somebody who waits for leases. */
export class Caller {
  readonly fetcher: string;
  readonly max: number;
  readonly isNamed: boolean;
  readonly answer: Promise<readonly Granted[]>;
  /** Leases that are being written for it. */
  inFlight = 0;
  readonly #granted: Granted[] = [];
  readonly #resolve: (granted: readonly Granted[]) => void;
  readonly #reject: (error: unknown) => void;
  #isOver = false;
  #error: unknown;

  constructor(fetcher: string, max: number, isNamed: boolean) {
    this.fetcher = fetcher;
    this.max = max;
    this.isNamed = isNamed;
    const { promise, resolve, reject } = Promise.withResolvers<readonly Granted[]>();
    this.answer = promise;
    // It may fail before anybody waits for it, and a failure that nobody hears would end the process.
    promise.catch(() => {});
    this.#resolve = resolve;
    this.#reject = reject;
  }

  /** One that was being written is durable, or came to nothing. */
  ended(granted: Granted | undefined, error?: unknown): void {
    this.inFlight -= 1;
    if (granted !== undefined) this.#granted.push(granted);
    this.#error ??= error;
    this.#answerIfReady();
  }

  /** What it waits for cannot be had here. */
  failed(error: unknown): void {
    this.#error ??= error;
    this.#answerIfReady();
  }

  /** Nobody waits any longer than for what is being written. */
  over(): void {
    this.#isOver = true;
    this.#answerIfReady();
  }

  get isAnswered(): boolean {
    if (this.inFlight > 0) return false;
    return this.#isOver || this.#granted.length > 0 || this.#error !== undefined;
  }

  #answerIfReady(): void {
    if (this.inFlight > 0) return;
    if (this.#granted.length > 0) this.#resolve(this.#granted);
    else if (this.#error !== undefined) this.#reject(this.#error);
    else if (this.#isOver) this.#resolve([]);
  }
}
