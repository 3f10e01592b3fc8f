import { grown } from '../estimate/interest.ts';

const END = -1;
const ABSENT = -2;

/** Numbers in the order in which they were last touched: the head is whoever was left alone longest. */
export class Rotation {
  private before = new Int32Array(0);
  private after = new Int32Array(0);
  private head = END;
  private tail = END;
  size = 0;

  reserve(count: number): void {
    const had = this.after.length;
    if (count <= had) return;
    this.before = grown(this.before, count);
    this.after = grown(this.after, count);
    this.after.fill(ABSENT, had);
  }

  has(id: number): boolean {
    return id < this.after.length && this.after[id] !== ABSENT;
  }

  /** Puts it last, whether it was there or not. */
  touch(id: number): void {
    this.reserve(id + 1);
    if (this.tail === id) return;
    this.delete(id);
    this.before[id] = this.tail;
    this.after[id] = END;
    if (this.tail === END) this.head = id;
    else this.after[this.tail] = id;
    this.tail = id;
    this.size += 1;
  }

  delete(id: number): void {
    if (!this.has(id)) return;
    const [before, after] = [this.before[id]!, this.after[id]!];
    if (before === END) this.head = after;
    else this.after[before] = after;
    if (after === END) this.tail = before;
    else this.before[after] = before;
    this.after[id] = ABSENT;
    this.size -= 1;
  }

  /** Whoever was left alone longest, or -1. */
  first(): number {
    return this.head;
  }
}
