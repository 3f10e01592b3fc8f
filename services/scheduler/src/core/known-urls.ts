/** Most links of a page are known; those answered lately need not be asked about again. */
export class KnownUrls {
  readonly #most: number;
  #young = new Set<string>();
  #old = new Set<string>();

  /** Remembers that many at least, and twice as many at most. */
  constructor(most: number) {
    this.#most = most;
  }

  has(name: string): boolean {
    return this.#young.has(name) || this.#old.has(name);
  }

  add(name: string): void {
    this.#young.add(name);
    if (this.#young.size < this.#most) return;
    this.#old = this.#young;
    this.#young = new Set();
  }
}
