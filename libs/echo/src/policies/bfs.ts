import { FOUND } from '../ledger/page-book.ts';
import type { Job, PolicyOptions } from '../policy.ts';
import { Rotation } from '../queue/rotation.ts';
import { believePaper } from './beliefs.ts';
import { LedgerPolicy } from './ledger-policy.ts';
import { PageStack } from './page-stack.ts';

/** Sources one after the other in a random order that stays, and all new pages of each before the next. */
export class BreadthFirst extends LedgerPolicy {
  readonly name = 'bfs';
  private readonly rotation = new Rotation();
  private readonly waiting = new PageStack((page) => this.ledger.pages.stateOf(page) === FOUND);
  private added: number[] = [];

  constructor(options: PolicyOptions) {
    super(options);
  }

  protected choose(): Job | undefined {
    const page = this.waiting.pop();
    if (page >= 0) return { kind: 'page', id: page };
    const source = this.rotation.first();
    if (source < 0) return undefined;
    this.rotation.delete(source);
    return { kind: 'source', id: source };
  }

  /** Sources that were added together are shuffled; estimates only serve whoever asks for the plan. */
  protected replan(at: number): void {
    for (let i = this.added.length - 1; i > 0; i -= 1) {
      const j = Math.floor(this.random() * (i + 1));
      [this.added[i], this.added[j]] = [this.added[j]!, this.added[i]!];
    }
    for (const source of this.added)
      if (this.ledger.sources.has(source)) this.rotation.touch(source);
    this.added = [];
    believePaper(this.ledger, at);
  }

  protected sourceAdded(source: number): void {
    this.added.push(source);
  }

  protected sourceRemoved(source: number): void {
    this.rotation.delete(source);
  }

  protected sourceCrawled(source: number): void {
    this.rotation.touch(source);
  }

  protected pagesFound(pages: readonly number[]): void {
    this.waiting.push(pages);
  }

  worthOf(page: number, at: number): number {
    return this.meanWorth(page, at);
  }
}
