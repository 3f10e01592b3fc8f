/** Something that can be in heaps: it remembers its place in each, so that it is found there without a search. */
export interface Placed {
  readonly places: number[];
}

/** Items in the order of `isBefore`, each once, the first always at hand. */
export class PlacedHeap<T extends Placed> {
  readonly #items: T[] = [];
  readonly #slot: number;
  readonly #isBefore: (one: T, other: T) => boolean;

  /** The slot is where items remember their place in this heap; no other heap that they are in has the same. */
  constructor(slot: number, isBefore: (one: T, other: T) => boolean) {
    this.#slot = slot;
    this.#isBefore = isBefore;
  }

  get size(): number {
    return this.#items.length;
  }

  peek(): T | undefined {
    return this.#items[0];
  }

  /** Puts an item in; one that is there goes to where it belongs now. */
  put(item: T): void {
    const items = this.#items;
    let at = item.places[this.#slot] ?? items.length;
    if (items[at] !== item) {
      at = items.length;
      items.push(item);
    }
    this.#settle(item, at);
  }

  pop(): T | undefined {
    const items = this.#items;
    const first = items[0];
    const last = items.pop();
    if (items.length > 0 && last !== undefined) this.#settle(last, 0);
    return first;
  }

  /** Drops what is not worth keeping. */
  keep(isKept: (item: T) => boolean): void {
    const kept = this.#items.filter(isKept);
    this.#items.length = 0;
    for (const item of kept) this.put(item);
  }

  /** Moves an item up or down from a place that is its own. */
  #settle(item: T, from: number): void {
    const items = this.#items;
    const slot = this.#slot;
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = items[parent]!;
      if (!this.#isBefore(item, above)) break;
      items[at] = above;
      above.places[slot] = at;
      at = parent;
    }
    for (;;) {
      let child = 2 * at + 1;
      if (child >= items.length) break;
      if (child + 1 < items.length && this.#isBefore(items[child + 1]!, items[child]!)) child += 1;
      const below = items[child]!;
      if (!this.#isBefore(below, item)) break;
      items[at] = below;
      below.places[slot] = at;
      at = child;
    }
    items[at] = item;
    item.places[slot] = at;
  }
}
