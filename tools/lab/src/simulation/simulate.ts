import type { Feedback, Policy } from '@mayfly/echo';
import { WEEK_SECONDS } from '../web/web-shape.ts';
import type { Web } from '../web/web.ts';
import { type Counts, Crawler } from './crawler.ts';
import { lastPart } from './profit.ts';

/** How a policy is let loose on a web. */
export interface SimulationOptions {
  /** Requests per second. */
  readonly rate: number;
  readonly feedback: Feedback;
  /** Visits are told so often. */
  readonly logPeriodSeconds: number;
}

/** Runs a policy from the start of a web to its end, on the web's clock. */
export function simulate(web: Web, policy: Policy, options: SimulationOptions): Counts {
  const crawler = new Crawler(web, policy);
  const log = new VisitReader(web, crawler, options.feedback);
  const sources = Array.from(web.sources.host, (host, source) => ({ source, host }));
  policy.addSources(sources, 0);
  let told = 0;
  const requests = Math.floor(web.seconds * options.rate);
  for (let i = 0; i < requests; i++) {
    const at = i / options.rate;
    for (; told + options.logPeriodSeconds <= at; told += options.logPeriodSeconds) {
      const to = told + options.logPeriodSeconds;
      policy.visited({ visits: log.upTo(to), from: told, to });
    }
    crawler.step(at);
  }
  return crawler.counts;
}

/** Reads the clicks of a web in order of time, as far as they are seen. */
class VisitReader {
  readonly #web: Web;
  readonly #crawler: Crawler;
  readonly #feedback: Feedback;
  #next = 0;

  constructor(web: Web, crawler: Crawler, feedback: Feedback) {
    this.#web = web;
    this.#crawler = crawler;
    this.#feedback = feedback;
  }

  upTo(to: number): [page: number, at: number][] {
    const { page: pages, at: times } = this.#web.log;
    const visits: [number, number][] = [];
    for (; this.#next < times.length && times[this.#next]! <= to; this.#next++) {
      const page = pages[this.#next]!;
      const at = times[this.#next]!;
      // A page that was not crawled is not in the index, so nobody finds it there.
      if (this.#feedback === 'all' || this.#crawler.crawledAt[page]! <= at) visits.push([page, at]);
    }
    return visits;
  }
}

/** Shares and averages of one run that are worth a line. */
export interface Outcome {
  /** Profit per second in a window of one week, over the last week, and how it varies in time. */
  readonly quality: number;
  readonly deviation: number;
  readonly sourceCrawls: number;
  readonly pageCrawls: number;
  readonly idle: number;
  readonly meanDelaySeconds: number;
  /** Sources that nobody visited in the last week. */
  readonly leftAlone: number;
}

export function outcomeOf(web: Web, counts: Counts): Outcome {
  const { mean, deviation } = lastPart(counts.earnings.quality(WEEK_SECONDS), WEEK_SECONDS);
  const lastWeek = web.seconds - WEEK_SECONDS;
  const alone = counts.lastVisit.reduce((sum, at) => sum + (at < lastWeek ? 1 : 0), 0);
  return {
    quality: mean,
    deviation,
    sourceCrawls: counts.sourceCrawls,
    pageCrawls: counts.pageCrawls,
    idle: counts.idle,
    meanDelaySeconds: counts.pageCrawls === 0 ? 0 : counts.delays / counts.pageCrawls,
    leftAlone: alone / web.sources.count,
  };
}
