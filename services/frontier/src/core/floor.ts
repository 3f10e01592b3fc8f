import type { Queue } from './queue.ts';

/** One lease in so many goes to the host that has been ready longest, whatever its URLs are worth: nobody starves. */
const EVERY = 10;
/** A host that may be asked for many at a time gets so many in a row: what lies together is written together. */
const RUN = 25;

/** Whose turn it is in a crawl by waiting instead of by worth. What is given in a row counts as if it were given one by one. */
export class Floor {
  /** Leases given by worth for which the floor has not had its share; below zero when it had more. */
  #owed = 0;
  #queue: Queue | undefined;
  #left = 0;

  /** The one to go next; undefined where the best has its turn. */
  next(oldest: () => Queue | undefined): Queue | undefined {
    const queue = this.#left > 0 ? this.#queue : undefined;
    if (queue?.offered !== undefined) return queue;
    this.#queue = undefined;
    return this.#owed >= EVERY - 1 ? oldest() : undefined;
  }

  /** One was chosen: by the floor, or by what it is worth. */
  chose(queue: Queue, isFloor: boolean): void {
    if (!isFloor) {
      this.#owed += 1;
      return;
    }
    this.#owed -= EVERY - 1;
    if (this.#queue !== queue) this.#left = RUN;
    this.#queue = queue;
    this.#left -= 1;
  }
}
