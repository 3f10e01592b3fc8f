import { Dispersion } from '../estimate/dispersion.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { fetchShare } from '../math/fetch-or-watch.ts';
import type { VisitLog } from '../policy.ts';
import type { SharedBeliefs } from './beliefs.ts';
import { UnjudgedPages } from './unjudged-pages.ts';

/** The age at which a page's visits are compared with what was expected of it. */
const JUDGED_AT = 86_400;
/** Visits are seen as long as no more than so many periods of a log have passed since the last one. */
const LATE_LOGS = 2;
/** How much the last log counts for how far apart logs are. */
const RECENT_LOGS = 0.1;

/** What pages are worth: by the sources that showed them, and by their own visits where those are seen. */
export class PageWorth {
  private readonly ledger: Ledger;
  private readonly beliefs: SharedBeliefs;
  private readonly dispersion = new Dispersion();
  private readonly unjudged = new UnjudgedPages();
  /** Seconds that logs are apart, on average over the last ones. */
  private logSeconds = 0;
  private readonly answer = { worth: 0, decay: 1 };
  private readonly belief = { profit: 0, decay: 1 };

  constructor(ledger: Ledger, beliefs: SharedBeliefs) {
    this.ledger = ledger;
    this.beliefs = beliefs;
  }

  /** The visits it still has before it, and how fast they fade; to be read at once. */
  value(page: number, at: number): { worth: number; decay: number } {
    const { pages } = this.ledger;
    const age = Math.max(0, at - pages.birth[page]!);
    const { profit, decay } = this.profitOf(page);
    const left = Math.exp(-decay * age);
    this.answer.worth = profit * left * this.ownFactor(page, profit, decay);
    this.answer.decay = decay;
    return this.answer;
  }

  /** The same, as far as it is better to fetch it now than to see first whether anybody reads it; to be read at once. */
  bid(page: number, at: number, price: number): { worth: number; decay: number } {
    const value = this.value(page, at);
    // Below the price it is left alone either way.
    if (value.worth > price && this.isSeen(page, at)) {
      const shape = this.dispersion.shape + this.ledger.pages.clicks[page]!;
      const soonest = -Math.expm1(-value.decay * this.logSeconds);
      value.worth *= fetchShare(value.worth, shape, soonest);
    }
    return value;
  }

  /** Whether visits to a page that nobody has crawled are going to be told. */
  private isSeen(page: number, at: number): boolean {
    const { feedback, logTime, pages } = this.ledger;
    return (
      feedback === 'all' &&
      at - logTime <= LATE_LOGS * this.logSeconds &&
      pages.firstLink(page) >= 0
    );
  }

  /** Profit and decay that its sources lead one to expect; to be read at once. */
  profitOf(page: number): { profit: number; decay: number } {
    const { pages, sources } = this.ledger;
    let [profit, decay, count] = [0, 0, 0];
    for (let link = pages.firstLink(page); link >= 0; link = pages.nextLink(link)) {
      const source = pages.sourceOf(link);
      profit += sources.profit[source]!;
      decay += sources.decay[source]!;
      count += 1;
    }
    if (count === 0) {
      ({ profit, decay } = this.beliefs.priorOf(this.ledger, pages.host[page]!));
      count = 1;
    }
    this.belief.profit = (profit / count) * pages.prior[page]!;
    this.belief.decay = decay / count;
    return this.belief;
  }

  /** What a page's own visits say of it, where they are seen. */
  private ownFactor(page: number, profit: number, decay: number): number {
    const { pages, logTime } = this.ledger;
    if (pages.counted[page] === 0) return 1;
    const birth = pages.birth[page]!;
    const watched =
      Math.exp(-decay * (pages.watchedFrom[page]! - birth)) - Math.exp(-decay * (logTime - birth));
    return this.dispersion.factor(profit * watched, pages.clicks[page]!);
  }

  found(page: number): void {
    if (this.ledger.feedback === 'all') this.unjudged.push(page);
  }

  /** A log has come to the ledger: pages that have lived for a while say how much pages of one source differ. */
  visited({ from, to }: VisitLog): void {
    const seconds = Math.max(0, to - from);
    this.logSeconds += (seconds - this.logSeconds) * (this.logSeconds === 0 ? 1 : RECENT_LOGS);
    const { pages } = this.ledger;
    const isGrown = (page: number) => !(pages.birth[page]! > to - JUDGED_AT);
    for (let page = this.unjudged.take(isGrown); page >= 0; page = this.unjudged.take(isGrown)) {
      if (pages.counted[page] === 0 || pages.birth[page]! > pages.watchedFrom[page]!) continue;
      const { profit, decay } = this.profitOf(page);
      this.dispersion.add(
        profit * -Math.expm1(-decay * (to - pages.birth[page]!)),
        pages.clicks[page]!,
      );
    }
  }
}
