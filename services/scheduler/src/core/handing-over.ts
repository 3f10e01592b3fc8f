import { isRetryable } from '@mayfly/errors';
import { BY_HAND, type Crawl, hasFrontierNewest } from './crawl.ts';
import type { CrawlBook, Frontier } from './ports.ts';

/** Tells the frontier of crawls, and remembers that it knows. */
export class HandingOver {
  readonly #crawls: CrawlBook;
  readonly #frontier: Frontier;

  constructor({ crawls, frontier }: { crawls: CrawlBook; frontier: Frontier }) {
    this.#crawls = crawls;
    this.#frontier = frontier;
  }

  async handOver(crawls: readonly Crawl[]): Promise<void> {
    const news = crawls.filter((crawl) => crawl.name !== BY_HAND && !hasFrontierNewest(crawl));
    if (news.length === 0) return;
    try {
      await this.#put(news);
    } catch (error) {
      if (news.length === 1 || isRetryable(error)) throw error;
      // One that the frontier does not take must not keep the others from it.
      const ends = await Promise.allSettled(news.map((crawl) => this.#put([crawl])));
      const failed = ends.find((end) => end.status === 'rejected');
      if (failed !== undefined) throw failed.reason;
    }
  }

  async #put(news: readonly Crawl[]): Promise<void> {
    const revisions = await this.#frontier.putCrawls(news);
    const ahead: Crawl[] = [];
    for (const [at, { name, revision }] of news.entries()) {
      const theirs = revisions[at] ?? 0;
      const crawl = await this.#crawls.change(name, (now) => told(now, revision, theirs));
      if (theirs > revision && crawl !== undefined) ahead.push(crawl);
    }
    await this.handOver(ahead);
  }

  /** The frontier does not know a crawl that it was told of: it has lost it, or has other data than before. */
  async handOverAgain(name: string): Promise<Crawl | undefined> {
    const crawl = await this.#crawls.change(name, (now) => ({ ...now, handedOver: 0 }));
    if (crawl !== undefined) await this.handOver([crawl]);
    return this.#crawls.find(name);
  }
}

/** A frontier that is ahead of us would ignore us for ever, so our revision jumps over its own. */
function told(crawl: Crawl, revision: number, theirs: number): Crawl {
  if (theirs > revision) return { ...crawl, revision: theirs + 1, handedOver: 0 };
  return theirs <= crawl.handedOver ? crawl : { ...crawl, handedOver: theirs };
}
