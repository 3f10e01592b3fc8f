import type { Url } from '@mayfly/url';
import type { PageBirth, PageStory, PlanDesk } from '../plan-desk.ts';
import type { CountedVisit, Interest } from '../visit-ports.ts';
import { CrawlQuality } from './crawl-quality.ts';
import { FollowedPages, pageKey } from './followed-pages.ts';
import type { QualityBook } from './quality-ports.ts';
import { WEEK_MS } from './quality-window.ts';

/** What is told as it happens, for metrics. */
export interface QualityNotes {
  discovered(delayMs: number): void;
  recorded(delayMs: number): void;
  profit(kind: 'expected' | 'possible' | 'counted', visits: number): void;
}

/** Followed at a time; 24 to 48 MB. */
const MOST_PAGES = 1_000_000;
/** Reports that are known by name: repeats of one come soon after it. */
const MOST_REPORTS = 10_000;

interface Parts {
  /** What is believed of pages and sources. */
  readonly desk: () => Pick<PlanDesk, 'page' | 'estimate'>;
  /** When a crawl was made: nobody could have found a page for it before. Undefined where there is no such crawl. */
  readonly createdMs: (crawl: string) => number | undefined;
  readonly notes: QualityNotes;
  readonly mostPages?: number;
}

/** Measures what crawls bring: told of pages and visits, it keeps sums, and knows of pages only when they were stored. */
export class Quality implements PageStory, Interest {
  readonly #parts: Parts;
  readonly #pages: FollowedPages;
  readonly #crawls = new Map<string, CrawlQuality>();
  /** Names of reports that were heard, oldest first. */
  readonly #heard = new Set<string>();
  /** Of sources, until the next save: asking costs more than a page does. */
  readonly #estimates = new Map<string, { readonly profit: number; readonly decay: number }>();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#pages = new FollowedPages(parts.mostPages ?? MOST_PAGES);
  }

  static async open(parts: Parts, book: QualityBook): Promise<Quality> {
    const quality = new Quality(parts);
    for await (const { crawl, day } of book.days()) quality.#crawlOf(crawl)?.load(day);
    for await (const { crawl, kept } of book.pages()) {
      const own = quality.#crawlOf(crawl);
      if (own === undefined) continue;
      own.loadPages(kept);
      quality.#pages.standFor(own.weightOf(kept.day));
      for (const page of kept.pages) quality.#pages.add(page, page.storedMs);
    }
    return quality;
  }

  /** Crawls of which something was measured, those that are gone included. */
  get names(): readonly string[] {
    return [...this.#crawls.keys()];
  }

  /** What was measured of a crawl; undefined where that was another one of its name. */
  crawl(name: string): CrawlQuality | undefined {
    const known = this.#crawls.get(name);
    return known?.createdMs === this.#parts.createdMs(name) ? known : undefined;
  }

  found({ crawl, source, birthMs, foundMs }: PageBirth): void {
    const own = this.#crawlOf(crawl);
    if (own === undefined) return;
    const delayMs = delayMsOf(own, birthMs, foundMs);
    const possible = this.#possible(own, { crawl, source, birthMs });
    own.found({ source, foundMs, delayMs, possible });
    if (delayMs !== undefined) this.#parts.notes.discovered(delayMs);
    this.#parts.notes.profit('possible', possible);
  }

  recorded({ crawl, url, atMs }: Parameters<PageStory['recorded']>[0]): void {
    const { birthMs, foundMs, sources } = this.#parts.desk().page(crawl, url);
    const [source] = sources;
    const own = this.#crawlOf(crawl);
    if (own === undefined || birthMs === undefined || source === undefined) return;
    const key = pageKey(crawl, url);
    if (!this.#pages.add(key, atMs, own.createdMs)) return;
    const { weight } = this.#pages;
    const delayMs = delayMsOf(own, birthMs, atMs);
    const { profit, decay } = this.#estimateOf(crawl, source);
    const expected = profit * Math.exp((-decay * Math.max(0, atMs - birthMs)) / 1_000);
    const reachable = this.#possible(own, { crawl, source, birthMs });
    const times = { foundMs, storedMs: atMs, delayMs };
    own.stored({ key, source, ...times, expected, reachable, weight });
    if (delayMs !== undefined) this.#parts.notes.recorded(delayMs);
    this.#parts.notes.profit('expected', weight * expected);
  }

  /** A report that comes again while its counts could not be written counts once. */
  async visited(visits: readonly CountedVisit[]): Promise<void> {
    const { weight } = this.#pages;
    const names = new Set(visits.map(({ place }) => place.name));
    const fresh = visits.filter(({ place }) => !this.#heard.has(place.name));
    for (const { crawl, url, atMs, kind } of fresh) {
      if (kind === 'shown') continue;
      const own = this.crawl(crawl);
      const storedMs = own && this.#pages.storedMs(pageKey(crawl, url), own.createdMs);
      if (storedMs === undefined || atMs < storedMs || atMs > storedMs + WEEK_MS) continue;
      own?.visited(storedMs, weight);
      this.#parts.notes.profit('counted', weight);
    }
    this.#remember(names);
  }

  /** What was asked of the desk may be something else by now. */
  forgetEstimates(): void {
    this.#estimates.clear();
  }

  forgetCrawl(name: string): void {
    this.#crawls.delete(name);
  }

  forgetBefore(oldest: { readonly day: number; readonly pagesMs: number }): void {
    this.#pages.forgetBefore(oldest.pagesMs);
    for (const crawl of this.#crawls.values()) crawl.forgetBefore(oldest.day);
  }

  #remember(names: Iterable<string>): void {
    for (const name of names) this.#heard.add(name);
    for (const name of this.#heard) {
      if (this.#heard.size <= MOST_REPORTS) break;
      this.#heard.delete(name);
    }
  }

  /** Undefined where there is no such crawl any more. */
  #crawlOf(name: string): CrawlQuality | undefined {
    const known = this.crawl(name);
    const createdMs = this.#parts.createdMs(name);
    if (known !== undefined || createdMs === undefined) return known;
    this.forgetEstimates();
    const crawl = new CrawlQuality(createdMs);
    this.#crawls.set(name, crawl);
    return crawl;
  }

  /** What a page would bring if it were stored when it was born, or when its crawl was made. */
  #possible(
    { createdMs }: CrawlQuality,
    { crawl, source, birthMs }: Pick<PageBirth, 'crawl' | 'source' | 'birthMs'>,
  ): number {
    const { profit, decay } = this.#estimateOf(crawl, source);
    return profit * Math.exp((-decay * Math.max(0, createdMs - birthMs)) / 1_000);
  }

  #estimateOf(crawl: string, source: Url): { readonly profit: number; readonly decay: number } {
    const name = `${crawl} ${source}`;
    const known = this.#estimates.get(name);
    if (known !== undefined) return known;
    const { profit, decay } = this.#parts.desk().estimate(crawl, source) ?? NOTHING;
    const estimate = { profit, decay };
    this.#estimates.set(name, estimate);
    return estimate;
  }
}

const NOTHING = { profit: 0, decay: 0 };

/** Undefined of a page that is older than the crawl: how long that took is not our doing. */
function delayMsOf({ createdMs }: CrawlQuality, birthMs: number, atMs: number): number | undefined {
  return birthMs < createdMs ? undefined : Math.max(0, atMs - birthMs);
}
