import { grown } from '../estimate/interest.ts';
import type { SourceBook } from '../ledger/source-book.ts';
import { g, gInverse, saturation } from '../math/discovery.ts';
import type { RisingWorth } from '../queue/rising-queue.ts';

/**
 * What a visit to a source is worth, net of what its pages will cost. Of what came since the last one, only the youngest is
 * new where other lists show the same: as if a shorter wait had brought as many pages. A list that turns over is worth
 * all it can be as soon as it has.
 */
export class VisitWorth implements RisingWorth {
  private readonly sources: SourceBook;
  /**
   * The lifetimes after which a source's index grows no further; below 0, and counted from 0 down, where its list turns
   * over before that. One column for both, since there are a million of them.
   */
  private edge = new Float32Array(0);

  constructor(sources: SourceBook) {
    this.sources = sources;
  }

  reserve(count: number): void {
    this.edge = grown(this.edge, count);
  }

  /** To be told when the rates of a source were learned anew. */
  saturate(source: number): void {
    const { lambda, decay, turnover, overlap } = this.sources;
    const share = overlap.share(source);
    const most = saturation(lambda[source]! / share, decay[source]!);
    const lives = share * decay[source]! * turnover.reach(source);
    // Where the oldest pages are not worth their fetch by then, it does not matter that they are gone.
    this.edge[source] = lives > 0 && lives < most ? -lives : most;
  }

  worth(source: number, at: number): number {
    const { sources } = this;
    const decay = sources.decay[source]!;
    const share = sources.overlap.share(source);
    const lives = share * decay * sources.waited(source, at);
    const weight = (sources.lambda[source]! * sources.profit[source]!) / (share * decay);
    const edge = this.edge[source]!;
    if (edge < 0) return weight * (lives >= -edge ? this.fullShare(source) : g(lives));
    return weight * g(Math.min(lives, edge));
  }

  /** The share of its weight that a visit is worth once its list has turned over: waiting on brings nothing more. */
  private fullShare(source: number): number {
    const { lambda, decay, overlap } = this.sources;
    const reach = -this.edge[source]!;
    const links = (lambda[source]! * reach) / (overlap.share(source) * decay[source]!);
    return -Math.expm1(-reach) / (1 + links);
  }

  reaches(source: number, bar: number): number {
    const { sources } = this;
    const decay = sources.decay[source]!;
    const edge = this.edge[source]!;
    const share = sources.overlap.share(source);
    const part = (bar * share * decay) / (sources.lambda[source]! * sources.profit[source]!);
    let lives = gInverse(part);
    if (lives > Math.abs(edge)) {
      lives = edge < 0 && part <= this.fullShare(source) ? -edge : Infinity;
    }
    return sources.begun[source]! + lives / (share * decay);
  }
}
