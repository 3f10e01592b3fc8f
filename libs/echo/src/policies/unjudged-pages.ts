/** Where nobody reports visits nobody is ever judged: of more than this only the last are kept. */
const MOST = 1 << 20;

/** Pages in the order they were found, until they are old enough to be judged. */
export class UnjudgedPages {
  private readonly pages: number[] = [];
  /** Those before are gone. */
  private first = 0;
  private readonly most: number;

  constructor(most = MOST) {
    this.most = most;
  }

  get size(): number {
    return this.pages.length - this.first;
  }

  push(page: number): void {
    this.pages.push(page);
    if (this.size <= this.most) return;
    this.first += 1;
    this.tidy();
  }

  /** Takes out the one that was found first, if it is old enough; -1 if not, or if there is none. */
  take(isGrown: (page: number) => boolean): number {
    const page = this.pages[this.first];
    if (page === undefined || !isGrown(page)) return -1;
    this.first += 1;
    this.tidy();
    return page;
  }

  /** Now and then, so that it costs little. */
  private tidy(): void {
    if (this.first <= 65_536) return;
    this.pages.splice(0, this.first);
    this.first = 0;
  }
}
