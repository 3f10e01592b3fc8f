/** Gives names small dense numbers, and the numbers of those that go away to those that come. */
export class Numbers<K> {
  readonly #numbers = new Map<K, number>();
  readonly #names: (K | undefined)[] = [];
  readonly #free: number[] = [];

  get size(): number {
    return this.#numbers.size;
  }

  get(name: K): number | undefined {
    return this.#numbers.get(name);
  }

  numbers(): Iterable<number> {
    return this.#numbers.values();
  }

  nameOf(number: number): K | undefined {
    return this.#names[number];
  }

  /** The number of the name; a new one where it has none. */
  take(name: K): number {
    const there = this.#numbers.get(name);
    if (there !== undefined) return there;
    const number = this.#free.pop() ?? this.#names.length;
    this.#numbers.set(name, number);
    this.#names[number] = name;
    return number;
  }

  release(name: K): void {
    const number = this.#numbers.get(name);
    if (number === undefined) return;
    this.#numbers.delete(name);
    this.#names[number] = undefined;
    this.#free.push(number);
  }
}
