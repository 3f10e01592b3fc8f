import { grown } from '../estimate/interest.ts';

/** Numbers in the order of a moment each, which may be changed: a binary heap that knows where everyone stands. */
export class TimerHeap {
  private heap = new Int32Array(0);
  private place = new Int32Array(0);
  private moment = new Float64Array(0);
  size = 0;

  reserve(count: number): void {
    const before = this.place.length;
    this.heap = grown(this.heap, count);
    this.moment = grown(this.moment, count);
    this.place = grown(this.place, count);
    this.place.fill(-1, before);
  }

  has(id: number): boolean {
    return id < this.place.length && this.place[id]! >= 0;
  }

  /** The number whose moment comes first, or -1. */
  first(): number {
    return this.size > 0 ? this.heap[0]! : -1;
  }

  /** All numbers that are in it now. */
  ids(): Int32Array {
    return this.heap.slice(0, this.size);
  }

  momentOf(id: number): number {
    return this.moment[id]!;
  }

  set(id: number, moment: number): void {
    if (id >= this.place.length) this.reserve(id + 1);
    this.moment[id] = moment;
    if (this.place[id]! < 0) {
      this.place[id] = this.size;
      this.heap[this.size] = id;
      this.size += 1;
      this.rise(this.size - 1);
    } else {
      this.rise(this.place[id]!);
      this.sink(this.place[id]!);
    }
  }

  delete(id: number): void {
    if (!this.has(id)) return;
    const place = this.place[id]!;
    this.place[id] = -1;
    this.size -= 1;
    if (place === this.size) return;
    this.put(this.heap[this.size]!, place);
    this.rise(place);
    this.sink(place);
  }

  private put(id: number, place: number): void {
    this.heap[place] = id;
    this.place[id] = place;
  }

  private rise(from: number): void {
    const id = this.heap[from]!;
    const moment = this.moment[id]!;
    let place = from;
    while (place > 0) {
      const above = (place - 1) >> 1;
      if (this.moment[this.heap[above]!]! <= moment) break;
      this.put(this.heap[above]!, place);
      place = above;
    }
    this.put(id, place);
  }

  private sink(from: number): void {
    const id = this.heap[from]!;
    const moment = this.moment[id]!;
    let place = from;
    for (;;) {
      let below = 2 * place + 1;
      if (below >= this.size) break;
      const other = below + 1;
      if (other < this.size && this.moment[this.heap[other]!]! < this.moment[this.heap[below]!]!) {
        below = other;
      }
      if (this.moment[this.heap[below]!]! >= moment) break;
      this.put(this.heap[below]!, place);
      place = below;
    }
    this.put(id, place);
  }
}
