import { grown, type InterestFit, type InterestPrior } from '../estimate/interest.ts';
import type { Ledger } from '../ledger/ledger.ts';

/** Interest in a page lasts a day, as long as nothing is known. */
const USUAL_DECAY = 1 / 86_400;

/** The profit the paper assumes of a source it knows nothing of: small, so that known ones come first. */
const PAPER_PROFIT = 0.01;

/** Refreshes the estimates that decisions use from what was learned. */
export type Believe = (ledger: Ledger, at: number) => void;

/** Profit and decay of all pages together, for sources that have shown too little to say. */
function common(ledger: Ledger): InterestFit {
  const prior = { profit: PAPER_PROFIT, pages: 1, decay: USUAL_DECAY, clicks: 4 };
  return ledger.fit(ledger.hostInterest, 0, prior);
}

/** As the paper has it: each source by itself, with a pessimistic profit until it has shown better. */
export const believePaper: Believe = (ledger, at) => {
  const { sources } = ledger;
  const prior: InterestPrior = {
    profit: PAPER_PROFIT,
    pages: 1,
    decay: common(ledger).decay,
    clicks: 4,
  };
  for (let source = 0; source < sources.count; source += 1) {
    if (!sources.has(source)) continue;
    const fit = ledger.fit(sources.interest, source, prior);
    sources.profit[source] = fit.profit;
    sources.decay[source] = fit.decay;
    sources.lambda[source] = sources.links.rate(source, sources.waited(source, at));
  }
};

/**
 * The same for policies that never visit a source for lack of anything better: of one that has shown no page the mean
 * of all is believed. By the paper's default it would never be seen again, since nothing could prove that wrong.
 */
export const believeUnproven: Believe = (ledger, at) => {
  believePaper(ledger, at);
  const { sources } = ledger;
  const { profit } = common(ledger);
  for (let source = 0; source < sources.count; source += 1) {
    if (!sources.has(source) || sources.interest.hasWatched(source)) continue;
    sources.profit[source] = profit;
  }
};

/** All pages alike: only the rate of new links tells sources apart. */
export const believeFrequency: Believe = (ledger, at) => {
  const { sources } = ledger;
  const { decay } = common(ledger);
  for (let source = 0; source < sources.count; source += 1) {
    if (!sources.has(source)) continue;
    sources.profit[source] = 1;
    sources.decay[source] = decay;
    sources.lambda[source] = sources.links.rate(source, sources.waited(source, at));
  }
};

/** How much the estimates of all count for a host, and those of a host for its sources. */
const HOST_PAGES = 10;
const SOURCE_PAGES = 3;
const PRIOR_CLICKS = 8;
const PRIOR_LINKS = 1;
/** The rate of new links assumed where nothing at all is known: one in a day. */
const USUAL_LAMBDA = 1 / 86_400;

/**
 * Sources learn from their host and hosts from all: profit, decay and the rate of new links shrink towards what is
 * known of the wider group, the less is known of the source itself.
 */
export class SharedBeliefs {
  /** What each host says of its sources, as far as it was asked since the last time all were learned anew. */
  private profits = new Float32Array(0);
  private decays = new Float32Array(0);
  private all: InterestPrior = {
    profit: PAPER_PROFIT,
    pages: SOURCE_PAGES,
    decay: USUAL_DECAY,
    clicks: PRIOR_CLICKS,
  };

  /** What is known of all is looked at anew, and that of each host when it is next asked for. */
  renew(ledger: Ledger): void {
    this.profits.fill(-1);
    const whole = ledger.fit(ledger.hostInterest, 0, {
      profit: 1,
      pages: 1,
      decay: USUAL_DECAY,
      clicks: PRIOR_CLICKS,
    });
    this.all = { ...whole, pages: HOST_PAGES, clicks: PRIOR_CLICKS };
  }

  /** The estimates of one source. */
  believeOne(ledger: Ledger, source: number): void {
    const { sources } = ledger;
    const fit = ledger.fit(sources.interest, source, this.priorOf(ledger, sources.host[source]!));
    sources.profit[source] = fit.profit;
    sources.decay[source] = fit.decay;
    this.believeLinks(ledger, source);
  }

  believeLinks(ledger: Ledger, source: number): void {
    const { sources, hostLinks, allLinks } = ledger;
    const whole = allLinks.posterior(0, USUAL_LAMBDA, 1);
    const host = hostLinks.posterior(sources.host[source]! + 1, whole, PRIOR_LINKS);
    sources.lambda[source] = sources.links.posterior(source, host, PRIOR_LINKS);
  }

  /** What a host says of its pages; to be read at once. */
  priorOf(ledger: Ledger, host: number): InterestPrior {
    if (host >= this.profits.length) {
      const had = this.profits.length;
      this.profits = grown(this.profits, host + 1);
      this.decays = grown(this.decays, host + 1);
      this.profits.fill(-1, had);
    }
    if (this.profits[host]! < 0) {
      const fit = ledger.fit(ledger.hostInterest, host + 1, this.all);
      this.profits[host] = fit.profit;
      this.decays[host] = fit.decay;
    }
    const [profit, decay] = [this.profits[host]!, this.decays[host]!];
    return { profit, decay, pages: SOURCE_PAGES, clicks: PRIOR_CLICKS };
  }
}
