const KEEP_SECONDS = 14 * 86_400;

/**
 * When each item was first seen, of those that were seen in the last weeks: two generations, of which the elder is
 * dropped whole, so that memory follows what arrives and not all that ever arrived.
 */
export class KnownItems {
  #young = new Map<number, number>();
  #old = new Map<number, number>();
  #turned: number | undefined;

  /** When the item was first seen; this is the time if it is new. */
  firstSeen(item: number, at: number): number {
    this.#turned ??= at;
    if (at - this.#turned >= KEEP_SECONDS) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#turned = at;
    }
    const known = this.#young.get(item) ?? this.#old.get(item) ?? at;
    this.#young.set(item, known);
    return known;
  }
}
