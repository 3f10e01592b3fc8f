/** A name with how often it came. */
export interface Hitter {
  readonly name: string;
  /** At most so often. */
  readonly count: number;
  /** By so much the count may be too high. */
  readonly over: number;
  /** Where the last message stood that counted here. */
  readonly position: number;
}

/**
 * Counts the most frequent of any number of names in bounded room (Space-Saving, Metwally and others, 2005). Of N counted
 * with room for k names, each name that came more than N / k times is there, and no count is too high by more than that.
 */
export class HeavyHitters {
  readonly #most: number;
  readonly #hitters: Map<string, Hitter>;

  constructor(most: number, hitters: readonly Hitter[] = []) {
    this.#most = most;
    this.#hitters = new Map(hitters.map((hitter) => [hitter.name, hitter]));
  }

  find(name: string): Hitter | undefined {
    return this.#hitters.get(name);
  }

  add(name: string, count: number, position: number): void {
    const before = this.#hitters.get(name) ?? this.#room(name);
    const after = Math.max(before.position, position);
    this.#hitters.set(name, { ...before, count: before.count + count, position: after });
  }

  /** Most frequent first. */
  all(): Hitter[] {
    return [...this.#hitters.values()].sort((one, other) => other.count - one.count);
  }

  /** A newcomer takes the place of the rarest, and may have come as often before as that one. */
  #room(name: string): Hitter {
    if (this.#hitters.size < this.#most) return { name, count: 0, over: 0, position: -1 };
    let rarest: Hitter | undefined;
    for (const hitter of this.#hitters.values()) {
      if (rarest === undefined || hitter.count < rarest.count) rarest = hitter;
    }
    this.#hitters.delete(rarest!.name);
    return { name, count: rarest!.count, over: rarest!.count, position: -1 };
  }
}
