import { FOUND } from '../ledger/page-book.ts';
import { g, gInverse } from '../math/discovery.ts';
import type { Job, PolicyName, PolicyOptions } from '../policy.ts';
import { RisingQueue } from '../queue/rising-queue.ts';
import { Rotation } from '../queue/rotation.ts';
import { believeUnproven } from './beliefs.ts';
import { LedgerPolicy } from './ledger-policy.ts';
import { PageStack } from './page-stack.ts';

/** What a visit to a source is worth after waiting, and the inverse of that. */
export interface VisitWorth {
  readonly name: PolicyName;
  worth(rates: { lambda: number; profit: number; decay: number }, waited: number): number;
  waitFor(rates: { lambda: number; profit: number; decay: number }, bar: number): number;
}

/** The expected profit of what has come since the last visit, as if none of it had faded. */
export const GREEDY: VisitWorth = {
  name: 'echo-greedy',
  worth: ({ lambda, profit }, waited) => lambda * profit * waited,
  waitFor: ({ lambda, profit }, bar) => bar / (lambda * profit),
};

/** The price at which visiting and waiting are equally good: ECHO without intervals and without a plan. */
export const WHITTLE: VisitWorth = {
  name: 'whittle',
  worth: ({ lambda, profit, decay }, waited) => ((lambda * profit) / decay) * g(decay * waited),
  waitFor: ({ lambda, profit, decay }, bar) => gInverse((bar * decay) / (lambda * profit)) / decay,
};

/**
 * All new pages at once, newest first, then the source whose visit is worth most. Each source is visited once before any is
 * visited again, since nothing can be said of one that was never seen.
 */
export class PagesFirst extends LedgerPolicy {
  readonly name: PolicyName;
  private readonly unseen = new Rotation();
  private readonly waiting = new PageStack((page) => this.ledger.pages.stateOf(page) === FOUND);
  private readonly queue: RisingQueue;

  constructor(options: PolicyOptions, visits: VisitWorth) {
    super(options);
    this.name = visits.name;
    this.queue = new RisingQueue(
      {
        worth: (source, at) =>
          visits.worth(this.ratesOf(source), this.ledger.sources.waited(source, at)),
        reaches: (source, bar) =>
          this.ledger.sources.begun[source]! + visits.waitFor(this.ratesOf(source), bar),
      },
      () => this.queued(),
    );
  }

  private ratesOf(source: number) {
    const { lambda, profit, decay } = this.ledger.sources;
    return { lambda: lambda[source]!, profit: profit[source]!, decay: decay[source]! };
  }

  private *queued(): Iterable<number> {
    const { sources } = this.ledger;
    for (let source = 0; source < sources.count; source += 1) {
      if (sources.has(source) && !sources.isOut(source)) yield source;
    }
  }

  protected choose(at: number): Job | undefined {
    const page = this.waiting.pop();
    if (page >= 0) return { kind: 'page', id: page };
    const unseen = this.unseen.first();
    if (unseen >= 0) return this.give(unseen);
    return this.queue.findBest(at) ? this.give(this.queue.best) : undefined;
  }

  private give(source: number): Job {
    this.queue.delete(source);
    this.unseen.delete(source);
    return { kind: 'source', id: source };
  }

  protected replan(at: number): void {
    believeUnproven(this.ledger, at);
    this.queue.askAll(at);
  }

  protected sourceAdded(source: number): void {
    this.unseen.touch(source);
  }

  protected sourceRemoved(source: number): void {
    this.queue.delete(source);
    this.unseen.delete(source);
  }

  protected sourceCrawled(source: number, _found: readonly number[], at: number): void {
    this.queue.put(source, at);
  }

  protected pagesFound(pages: readonly number[]): void {
    this.waiting.push(pages);
  }

  worthOf(page: number, at: number): number {
    return this.meanWorth(page, at);
  }
}
