import { FOUND } from '../ledger/page-book.ts';
import { algorithmOne } from '../math/algorithm-one.ts';
import type { Job, PolicyName, PolicyOptions } from '../policy.ts';
import { RisingQueue } from '../queue/rising-queue.ts';
import { Rotation } from '../queue/rotation.ts';
import { type Believe, believePaper, believeUnproven } from './beliefs.ts';
import { LedgerPolicy } from './ledger-policy.ts';
import { PageStack } from './page-stack.ts';

/** What sets the policies with intervals apart. */
export interface ScheduledRules {
  readonly name: PolicyName;
  /** Whether sources that are due go before pages, after them, or by turns. */
  readonly first: 'sources' | 'pages' | 'turns';
  /** The share of the rate that intervals are made for, and whether pages are charged to it. */
  readonly share: number;
  readonly chargePages: boolean;
  readonly believe: Believe;
}

/** Its pages take all that sources leave, so hardly anything is ever spare. */
export const ECHO_SCHEDULE: ScheduledRules = {
  name: 'echo-schedule',
  first: 'sources',
  share: 1,
  chargePages: true,
  believe: believeUnproven,
};
/** Pages right after they were found; sources when there are none. */
export const ECHO_NEWPAGES: ScheduledRules = {
  ...ECHO_SCHEDULE,
  name: 'echo-newpages',
  first: 'pages',
  believe: believePaper,
};

/**
 * Sources by the intervals of Algorithm 1, the one most behind its interval first; pages newest first. When nothing is
 * due and no page waits, whoever was left alone longest is visited, so that a source misjudged once is seen again.
 */
export class Scheduled extends LedgerPolicy {
  readonly name: PolicyName;
  private readonly rules: ScheduledRules;
  private intervals: Float64Array = new Float64Array(0);
  private readonly rotation = new Rotation();
  private readonly unseen = new Rotation();
  private readonly waiting = new PageStack((page) => this.ledger.pages.stateOf(page) === FOUND);
  private pageTurn = false;
  private readonly due = new RisingQueue(
    {
      worth: (source, at) => this.ledger.sources.waited(source, at) / this.intervalOf(source),
      reaches: (source, bar) => this.ledger.sources.begun[source]! + bar * this.intervalOf(source),
    },
    () => this.scheduledSources(),
  );

  constructor(options: PolicyOptions, rules: ScheduledRules) {
    super(options);
    this.rules = rules;
    this.name = rules.name;
  }

  private intervalOf(source: number): number {
    return source < this.intervals.length ? this.intervals[source]! : Infinity;
  }

  private *scheduledSources(): Iterable<number> {
    const { sources } = this.ledger;
    for (let source = 0; source < sources.count; source += 1) {
      if (this.isScheduled(source)) yield source;
    }
  }

  private isScheduled(source: number): boolean {
    const { sources } = this.ledger;
    return sources.has(source) && !sources.isOut(source) && this.intervalOf(source) < Infinity;
  }

  protected choose(at: number): Job | undefined {
    const { first } = this.rules;
    const pagesFirst = first === 'pages' || (first === 'turns' && this.pageTurn);
    this.pageTurn = !this.pageTurn;
    return (
      (pagesFirst ? this.takePage() : this.takeSource(at)) ??
      (pagesFirst ? this.takeSource(at) : this.takePage()) ??
      this.takeSpare()
    );
  }

  private takePage(): Job | undefined {
    const page = this.waiting.pop();
    return page >= 0 ? { kind: 'page', id: page } : undefined;
  }

  private takeSource(at: number): Job | undefined {
    const unseen = this.unseen.first();
    if (unseen >= 0) return this.give(unseen);
    if (!this.due.findBest(at) || this.due.bestWorth < 1) return undefined;
    return this.give(this.due.best);
  }

  private takeSpare(): Job | undefined {
    const source = this.rotation.first();
    return source >= 0 ? this.give(source) : undefined;
  }

  private give(source: number): Job {
    this.due.delete(source);
    this.rotation.delete(source);
    this.unseen.delete(source);
    return { kind: 'source', id: source };
  }

  protected replan(at: number): void {
    this.rules.believe(this.ledger, at);
    const { share, chargePages } = this.rules;
    const options = { chargePages, leaveRest: true };
    this.intervals = algorithmOne(this.rateColumns(), this.rate * share, options).intervals;
    for (let source = 0; source < this.intervals.length; source += 1) {
      if (!this.isScheduled(source)) this.due.delete(source);
    }
    this.due.askAll(at);
  }

  protected sourceAdded(source: number): void {
    if (this.ledger.sources.crawls[source] === 0) this.unseen.touch(source);
    this.rotation.touch(source);
  }

  protected sourceRemoved(source: number): void {
    this.rotation.delete(source);
    this.unseen.delete(source);
    this.due.delete(source);
  }

  protected sourceCrawled(source: number, _found: readonly number[], at: number): void {
    this.rotation.touch(source);
    if (this.isScheduled(source)) this.due.put(source, at);
  }

  protected pagesFound(pages: readonly number[]): void {
    this.waiting.push(pages);
  }

  worthOf(page: number, at: number): number {
    return this.meanWorth(page, at);
  }
}
