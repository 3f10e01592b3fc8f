import type { Received } from '../stream.ts';
import type { Arrived } from './arrived.ts';

/** One message between its arrival and its commit. */
export interface Item<M> {
  readonly arrived: Arrived;
  readonly received: Received<M>;
  done: boolean;
  /** Failures of its own, of whatever kind. */
  failures: number;
  /** Failures by a bug of the handler. */
  bugs: number;
  /** Failures by something away, right after which a neighbour passed. */
  doubts: number;
}

/** A place in the window; a message that never was one leaves only its position. */
type Place<M> = Item<M> | bigint;

/** The messages of one partition that are taken and not committed, in order. */
export class MessageWindow<M> {
  private places: Place<M>[] = [];

  get size(): number {
    return this.places.length;
  }

  /** How much is not done. */
  get open(): { readonly messages: number; readonly bytes: number } {
    const open = { messages: 0, bytes: 0 };
    for (const place of this.places) {
      if (!isOpen(place)) continue;
      open.messages += 1;
      open.bytes += place.arrived.bytes;
    }
    return open;
  }

  add(arrived: Arrived, received: Received<M>): void {
    this.places.push({ arrived, received, done: false, failures: 0, bugs: 0, doubts: 0 });
  }

  /** Keeps the place of a message that needs no handling. */
  addDone(position: bigint): void {
    this.places.push(position);
  }

  /** The first messages that are not done, at most so many; at least one where there is any. */
  first(limit: { readonly messages: number; readonly bytes: number }): readonly Item<M>[] {
    const batch: Item<M>[] = [];
    let bytes = 0;
    for (const place of this.places) {
      if (batch.length >= limit.messages) break;
      if (!isOpen(place)) continue;
      bytes += place.arrived.bytes;
      if (batch.length > 0 && bytes > limit.bytes) break;
      batch.push(place);
    }
    return batch;
  }

  /** A message of another key that may go before the head; of several the one that failed least. */
  neighbourOf(head: Item<M>): Item<M> | undefined {
    const earlier = new Set<string>();
    let best: Item<M> | undefined;
    for (const place of this.places) {
      if (!isOpen(place)) continue;
      const { key } = place.arrived;
      if (place !== head && !earlier.has(key) && place.failures < (best?.failures ?? Infinity)) {
        best = place;
      }
      earlier.add(key);
    }
    return best;
  }

  /** Forgets what is done before the first that is not; answers the position to commit, if there is one. */
  dropDone(): bigint | undefined {
    let count = 0;
    while (count < this.places.length && !isOpen(this.places[count]!)) count += 1;
    if (count === 0) return undefined;
    const last = this.places[count - 1]!;
    this.places = count === this.places.length ? [] : this.places.slice(count);
    return (typeof last === 'bigint' ? last : last.arrived.position) + 1n;
  }
}

function isOpen<M>(place: Place<M>): place is Item<M> {
  return typeof place !== 'bigint' && !place.done;
}
