/** Pages to crawl, the newest found first; those that no longer wait are left out when they come up. */
export class PageStack {
  private readonly pages: number[] = [];
  private readonly isWaiting: (page: number) => boolean;

  constructor(isWaiting: (page: number) => boolean) {
    this.isWaiting = isWaiting;
  }

  push(pages: readonly number[]): void {
    for (const page of pages) this.pages.push(page);
  }

  /** Takes the newest, or answers -1. */
  pop(): number {
    for (;;) {
      const page = this.pages.pop();
      if (page === undefined) return -1;
      if (this.isWaiting(page)) return page;
    }
  }
}
