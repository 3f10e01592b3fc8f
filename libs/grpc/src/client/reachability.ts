import type { Clock } from '@mayfly/clock';
import { CrawlError, errorCodeOf, isRetryable } from '@mayfly/errors';

/** Longer than a partition of a stream waits between two tries, so that whoever needs an answer says anew that there is none. */
const AWAY_MS = 10_000;

/** Remembers whether another service answered when it was last asked. */
export class Reachability {
  readonly #service: string;
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  #away: { readonly error: unknown; readonly untilMs: number } | undefined;

  constructor(service: string, clock: Pick<Clock, 'monotonicMs'>) {
    this.#service = service;
    this.#clock = clock;
  }

  get ok(): boolean {
    return this.#away === undefined;
  }

  /** An answer that says no is an answer too. */
  async note<T>(answer: Promise<T>): Promise<T> {
    try {
      const value = await answer;
      this.#away = undefined;
      return value;
    } catch (error) {
      this.#away = isRetryable(error)
        ? { error, untilMs: this.#clock.monotonicMs() + AWAY_MS }
        : undefined;
      throw error;
    }
  }

  /**
   * Like `note`, for what cannot go on without the answer. A service that is set up wrongly, too old, or broken is as good
   * as away: only what it says of the request itself is about the request.
   */
  need<T>(answer: Promise<T>): Promise<T> {
    return this.note(
      answer.catch((error: unknown) => {
        if (isRetryable(error) || errorCodeOf(error) === 'REQUEST_INVALID') throw error;
        const cause = { cause: error };
        throw new CrawlError('DEPENDENCY_AWAY', `${this.#service} cannot answer now`, cause);
      }),
    );
  }

  /**
   * For a message that needs no answer: it fails all the same while the last one failed lately. Had it passed, those that
   * need an answer would look bad beside it, and be given up because of an outage.
   */
  waitWithOthers(): void {
    if (this.#away === undefined || this.#clock.monotonicMs() >= this.#away.untilMs) return;
    throw this.#away.error;
  }
}
