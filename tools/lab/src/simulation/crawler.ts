import type { FoundLink, Policy } from '@mayfly/echo';
import { clicksAfter, type Web } from '../web/web.ts';
import { Earnings } from './profit.ts';

/** What was done and seen in one run. */
export interface Counts {
  readonly earnings: Earnings;
  /** Last visit of each source; before the start where there was none. */
  readonly lastVisit: Float64Array;
  sourceCrawls: number;
  pageCrawls: number;
  /** Requests that the policy had no use for. */
  idle: number;
  /** Sum over crawled pages of the seconds from birth to crawl. */
  delays: number;
}

/** Carries out a policy's jobs on a web, and tells it what came of them. */
export class Crawler {
  readonly counts: Counts;
  /** When each page was crawled; NaN where it was not. */
  readonly crawledAt: Float64Array;
  readonly #web: Web;
  readonly #policy: Policy;
  /** How many links of each source had appeared at its last visit: what was there at the start is old. */
  readonly #seen: Int32Array;

  constructor(web: Web, policy: Policy) {
    this.#web = web;
    this.#policy = policy;
    this.#seen = web.sources.start.slice(0, -1);
    this.crawledAt = new Float64Array(web.pages.count).fill(NaN);
    this.counts = {
      earnings: new Earnings(web.seconds),
      lastVisit: new Float64Array(web.sources.count).fill(-Infinity),
      sourceCrawls: 0,
      pageCrawls: 0,
      idle: 0,
      delays: 0,
    };
  }

  /** Lets the policy use one request. */
  step(at: number): void {
    const job = this.#policy.next(at);
    if (job === undefined) this.counts.idle++;
    else if (job.kind === 'source') this.#crawlSource(job.id, at);
    else this.#crawlPage(job.id, at);
  }

  #crawlSource(source: number, at: number): void {
    const { start, links, shows } = this.#web.sources;
    const before = this.#seen[source]!;
    const now = this.#appeared({ from: before, to: start[source + 1]! }, at);
    const listed = shows[source]!;
    // A list whose every link is new may have shown others in between that nobody saw.
    const overflow = now - before >= listed;
    const found: FoundLink[] = [];
    for (let i = overflow ? now - listed : before; i < now; i++) found.push([links[i]!]);
    this.#seen[source] = now;
    this.counts.sourceCrawls++;
    this.counts.lastVisit[source] = at;
    this.#policy.crawledSource({ source, at, links: found, listed, overflow });
  }

  /** The first of these links whose page is not there yet. */
  #appeared({ from, to }: { readonly from: number; readonly to: number }, at: number): number {
    const { links } = this.#web.sources;
    const { born } = this.#web.pages;
    let low = from;
    let high = to;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (born[links[middle]!]! <= at) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #crawlPage(page: number, at: number): void {
    const published = this.#web.pages.born[page]!;
    if (!(published <= at)) throw new Error(`page ${page} was crawled before it was there`);
    this.counts.pageCrawls++;
    if (Number.isNaN(this.crawledAt[page]!)) {
      this.crawledAt[page] = at;
      this.counts.delays += at - published;
      this.counts.earnings.add(at, clicksAfter(this.#web, page, at));
    }
    this.#policy.crawledPage({ page, at, published });
  }
}
