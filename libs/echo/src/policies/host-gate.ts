import { FadingQueue } from '../queue/fading-queue.ts';
import { TimerHeap } from '../queue/timer-heap.ts';

/**
 * Keeps hosts to their limits. A host that was asked is shut for a while; pages that come up meanwhile wait behind its
 * own gate, and when it opens the best of them comes out. So where a host is at its limit, its jobs compete among
 * themselves: that is a price of its own.
 */
export class HostGate {
  private readonly limits: ReadonlyMap<number, number>;
  private readonly isWaiting: (page: number) => boolean;
  /** When hosts with a limit were asked last; how long they are shut for that goes by the limit of the day. */
  private readonly askedAt = new Map<number, number>();
  private readonly behind = new Map<number, FadingQueue>();
  private readonly opening = new TimerHeap();

  constructor(limits: ReadonlyMap<number, number>, isWaiting: (page: number) => boolean) {
    this.limits = limits;
    this.isWaiting = isWaiting;
  }

  /** When a host may be asked next; the past if now. */
  opensAt(host: number): number {
    const rate = this.limits.get(host);
    if (rate === undefined) return -Infinity;
    return rate > 0 ? (this.askedAt.get(host) ?? -Infinity) + 1 / rate : Infinity;
  }

  asked(host: number, at: number): void {
    if (this.limits.has(host)) this.askedAt.set(host, at);
    this.limited(host);
  }

  /** The limit of a host may be another one: those behind its gate wait by that. */
  limited(host: number): void {
    if (this.behind.has(host)) this.opening.set(host, this.opensAt(host));
  }

  /** A page waits behind the gate of its host. */
  park(host: number, page: number, value: { worth: number; decay: number; at: number }): void {
    let queue = this.behind.get(host);
    if (queue === undefined) this.behind.set(host, (queue = new FadingQueue(this.isWaiting)));
    queue.push(page, value);
    this.opening.set(host, this.opensAt(host));
  }

  /** The best page of a host whose gate has opened; -1 if there is none. */
  release(at: number): number {
    for (let host = this.opening.first(); host >= 0; host = this.opening.first()) {
      if (this.opening.momentOf(host) > at) return -1;
      this.opening.delete(host);
      const queue = this.behind.get(host)!;
      if (!queue.findBest(at)) {
        this.behind.delete(host);
        continue;
      }
      queue.takeBest();
      return queue.best;
    }
    return -1;
  }

  /** Everybody leaves; their worths have been learned anew. */
  clear(): void {
    for (const host of this.behind.keys()) this.opening.delete(host);
    this.behind.clear();
  }
}
