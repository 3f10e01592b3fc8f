import type { Candidate, PlanBook } from '../core/ports.ts';
import { bucketOfCrawl } from './buckets.ts';
import {
  candidateKey,
  candidateOf,
  candidatesTable,
  putCandidate,
  removeCandidate,
} from './candidates-table.ts';
import type { CrawlRows } from './crawl-rows.ts';

export class StoredPlans implements PlanBook {
  readonly #rows: CrawlRows;

  constructor(rows: CrawlRows) {
    this.#rows = rows;
  }

  async candidates(crawl: string, limit: number): Promise<Candidate[]> {
    const prefix = [bucketOfCrawl(crawl), crawl];
    const selection = { index: 'order', prefix, limit } as const;
    const { rows } = await this.#rows.fenced.store.page(candidatesTable, selection);
    return rows.map(candidateOf);
  }

  addCandidates(crawl: string, candidates: readonly Candidate[]): Promise<void> {
    return this.#rows.change(crawl, async (known) => {
      if (known?.deleted === true) return { answer: undefined };
      const there = await this.#readCandidates(crawl, candidates);
      const fresh = candidates.filter((_, at) => there[at] === undefined);
      const writes = fresh.map((candidate) => putCandidate(crawl, candidate));
      return { answer: undefined, writes, own: { candidates: fresh.length } };
    });
  }

  takeCandidates(crawl: string, candidates: readonly Pick<Candidate, 'url'>[]): Promise<void> {
    return this.#rows.change(crawl, async () => {
      const there = await this.#readCandidates(crawl, candidates);
      const taken = candidates.filter((_, at) => there[at] !== undefined);
      const writes = taken.map(({ url }) => removeCandidate(crawl, url));
      return { answer: undefined, writes, own: { candidates: -taken.length } };
    });
  }

  #readCandidates(crawl: string, candidates: readonly Pick<Candidate, 'url'>[]) {
    const keys = candidates.map(({ url }) => candidateKey(crawl, url));
    return this.#rows.fenced.store.getMany(candidatesTable, keys);
  }
}
