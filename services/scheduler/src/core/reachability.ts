import { isRetryable } from '@mayfly/errors';

/** Remembers whether another service answered when it was last asked. */
export class Reachability {
  #ok = true;

  get ok(): boolean {
    return this.#ok;
  }

  /** An answer that says no is an answer too. */
  async note<T>(answer: Promise<T>): Promise<T> {
    try {
      const value = await answer;
      this.#ok = true;
      return value;
    } catch (error) {
      this.#ok = !isRetryable(error);
      throw error;
    }
  }
}
