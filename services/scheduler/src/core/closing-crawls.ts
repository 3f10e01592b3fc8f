import type { Crawl, Finish } from './crawl.ts';
import { decideFinish, type Quiet } from './finishing.ts';
import type { CrawlBook, Frontier, PlanBook, StreamLag } from './ports.ts';

interface Parts {
  readonly crawls: CrawlBook;
  readonly plans: PlanBook;
  readonly frontier: Frontier;
  /** How far the document-store is behind the fetchers. */
  readonly fetchLag: () => Promise<StreamLag>;
  /** How far we are behind the document-store. */
  readonly recordLag: () => Promise<StreamLag>;
  readonly nowMs: () => number;
}

/** Notices which crawls are finished. */
export class ClosingCrawls {
  readonly #parts: Parts;
  readonly #quiet = new Map<string, Quiet>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The end of the crawl, where this look shows it. */
  async look(crawl: Crawl): Promise<Finish | undefined> {
    const { crawls, frontier, fetchLag, recordLag, nowMs } = this.#parts;
    const { name, settings } = crawl;
    const ledger = await frontier.ledger(name);
    if (ledger === undefined) return undefined;
    const fetches = await fetchLag();
    const records = await recordLag();
    const totals = crawls.totals(name);
    const look = { settings, ledger, fetches, records, totals, nowMs: nowMs() };
    const { quiet, finish, parked } = decideFinish(this.#quiet.get(name), look);
    if (quiet === undefined) this.#quiet.delete(name);
    else this.#quiet.set(name, quiet);
    if (parked === true) await this.#takeParked(name);
    if (finish === undefined) return undefined;
    this.#quiet.delete(name);
    // What was changed or wished meanwhile was not looked at.
    const isSame = (now: Crawl) =>
      now.revision === crawl.revision && !now.deleted && crawls.totals(name).submitted === 0;
    const after = await crawls.change(name, (now) => (isSame(now) ? { ...now, finish } : now));
    return after?.finish === finish ? finish : undefined;
  }

  /** So that nothing is forgotten: what the frontier knows and nobody asked for becomes a candidate. */
  async #takeParked(name: string): Promise<void> {
    const { frontier, plans, nowMs } = this.#parts;
    let after = '';
    do {
      const page = await frontier.parked(name, after);
      const foundMs = nowMs();
      await plans.addCandidates(
        name,
        page.urls.map(({ url, depth }) => ({ url, depth, foundMs })),
      );
      after = page.next;
    } while (after !== '');
  }
}
