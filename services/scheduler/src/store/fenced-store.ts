import { CrawlError } from '@mayfly/errors';
import type { Ownership } from '@mayfly/ownership';
import type { Store, Write } from '@mayfly/store';

/** Rows that one write takes beside the fence; the store itself allows some more. */
export const MOST_WRITES = 9_000;

/** The store of the one owner: a bucket is changed by one at a time, and only while it is ours. */
export class FencedStore {
  readonly store: Store;
  readonly #ownership: Pick<Ownership, 'fence'>;
  readonly #last = new Map<number, Promise<unknown>>();

  constructor(store: Store, ownership: Pick<Ownership, 'fence'>) {
    this.store = store;
    this.#ownership = ownership;
  }

  /** Runs the work when nobody else changes the bucket, so what it reads holds until it has written. */
  exclusive<T>(bucket: number, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(bucket) ?? Promise.resolve();
    const done = before.then(work, work);
    this.#last.set(
      bucket,
      done.catch(() => {}),
    );
    return done;
  }

  /** All of them or none. */
  async write(bucket: number, writes: readonly Write[]): Promise<void> {
    if (writes.length === 0) return;
    const conditions = [this.#ownership.fence(bucket)];
    const [answer] = await this.store.write([{ writes, conditions }]);
    if (answer?.outcome === 'applied') return;
    if (answer?.outcome === 'refused') {
      throw new CrawlError('OWNER_LOST', 'another scheduler owns the tables now');
    }
    throw new CrawlError('STORE_AWAY', 'whether the rows were written is unknown', {
      cause: answer?.cause,
    });
  }
}
