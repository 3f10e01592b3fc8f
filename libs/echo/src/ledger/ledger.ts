import { birthOf } from '../estimate/birth.ts';
import { FadingLinks } from '../estimate/fading-links.ts';
import { Interest, type InterestFit, type InterestPrior } from '../estimate/interest.ts';
import { NewLinks } from '../estimate/new-links.ts';
import type {
  Feedback,
  FoundLink,
  LoosePage,
  NewSource,
  PageCrawl,
  PageRecord,
  SourceCrawl,
  SourceRecord,
  VisitLog,
} from '../policy.ts';
import { CRAWLED, FOUND, OUT, PageBook, UNKNOWN } from './page-book.ts';
import { loadPage, pageRecord } from './page-records.ts';
import { SourceBook } from './source-book.ts';

/** Pages that wait for the end of a log before they count are at most so many; older ones never count. */
const MOST_PENDING = 1 << 20;

/** Crawls of any of its sources that a host's rate of new links is counted over. */
const HOST_HISTORY = 12;
/** The same for all hosts together: enough of them that a crawl that is minutes old knows in which order its rates are. */
const ALL_HISTORY = 200;

/** How a ledger is opened. */
export interface LedgerOptions {
  readonly start: number;
  readonly feedback: Feedback;
  readonly history: number;
  /** Whether the rate of a list that turned over is corrected for what was not seen; the paper does not. */
  readonly seesOverflow: boolean;
  /** Whether old crawls fade from the rate of new links; the paper counts the last ones alike. */
  readonly fades: boolean;
}

/** What all policies remember alike: sources and pages, their estimates' evidence, and whose visits count for whom. */
export class Ledger {
  readonly sources: SourceBook;
  readonly pages = new PageBook();
  /** Evidence of hosts, a row each, one higher than the host's number; row 0 is that of all. */
  readonly hostInterest = new Interest();
  readonly hostLinks: NewLinks;
  /** The rate of new links of all sources alike, in one row. */
  readonly allLinks = new FadingLinks(ALL_HISTORY);
  private hosts = 0;
  readonly feedback: Feedback;
  private readonly start: number;
  /** Visits are known up to here. */
  logTime: number;
  /** Pages whose watching began after the last log ended. */
  private pending: number[] = [];

  private readonly seesOverflow: boolean;

  constructor(options: LedgerOptions) {
    const { start, feedback, history } = options;
    this.seesOverflow = options.seesOverflow;
    this.sources = new SourceBook(history, options.fades);
    this.hostLinks = new NewLinks(HOST_HISTORY);
    this.allLinks.reserve(1);
    this.start = start;
    this.feedback = feedback;
    this.logTime = start;
    this.reserveHosts(0);
  }

  /** Room for hosts up to a number. */
  private reserveHosts(hosts: number): void {
    if (hosts + 1 <= this.hosts) return;
    const room = Math.max(hosts + 1, Math.ceil(this.hosts * 1.25), 16);
    this.hostInterest.reserve(room);
    this.hostLinks.reserve(room);
    for (let row = this.hosts; row < room; row += 1) this.hostInterest.begin(row, this.logTime);
    this.hosts = room;
  }

  addSources(sources: readonly NewSource[], at: number): number[] {
    let highest = 0;
    for (const { host } of sources) if (host > highest) highest = host;
    this.reserveHosts(highest + 1);
    return this.sources.addAll(sources, at, this.logTime);
  }

  /** Takes in what a crawl of a source showed; answers the pages that were unknown until then, oldest first. */
  crawledSource(crawl: SourceCrawl): number[] {
    const { sources, pages } = this;
    const { source, at } = crawl;
    const lastWithout = sources.lastCrawl(source);
    const around = { lastWithout, firstWith: at, known: sources.begun[source]! };
    const found: number[] = [];
    let highest = -1;
    for (const [page] of crawl.links) if (page > highest) highest = page;
    pages.reserve(highest + 1);
    for (const link of crawl.links) {
      if (this.seeLink(crawl, link, around)) found.push(link[0]);
    }
    this.countNew(crawl, found, lastWithout);
    sources.begun[source] = at;
    sources.crawls[source] = Math.min(65_535, sources.crawls[source]! + 1);
    sources.setOut(source, false);
    return found;
  }

  /** Pages that no source showed; answers those that were unknown until then. */
  addPages(list: readonly LoosePage[]): number[] {
    const { pages } = this;
    const added: number[] = [];
    for (const { page, host, birth, prior = 1 } of list) {
      pages.reserve(page + 1);
      if (pages.state[page] !== UNKNOWN) continue;
      this.reserveHosts(host + 1);
      pages.state[page] = FOUND;
      pages.birth[page] = birth;
      pages.host[page] = host;
      pages.prior[page] = prior;
      added.push(page);
    }
    return added;
  }

  private seeLink(
    { source, at, overflow, isNew }: SourceCrawl,
    [page, published, prior]: FoundLink,
    around: { lastWithout: number | undefined; firstWith: number; known: number },
  ): boolean {
    const { pages, sources } = this;
    const unknown = pages.state[page] === UNKNOWN;
    const fresh = isNew === undefined ? unknown : isNew(page);
    if (unknown) {
      const birth = birthOf(published, around);
      pages.state[page] = fresh ? FOUND : CRAWLED;
      pages.birth[page] = birth.at;
      pages.dated[page] = birth.by === 'date' ? 1 : 0;
      pages.host[page] = sources.host[source]!;
      pages.foundAt[page] = at;
      pages.foundAfter[page] =
        fresh && !overflow && around.lastWithout !== undefined ? at - around.lastWithout : 0;
      if (fresh && this.feedback === 'all') this.watch(page, birth.at);
    }
    if (prior !== undefined && prior > 0) pages.prior[page] = prior;
    if (pages.link(page, source) && pages.counted[page] === 1) this.credit(page, source);
    return fresh && unknown;
  }

  private countNew(crawl: SourceCrawl, found: readonly number[], last: number | undefined): void {
    const { sources } = this;
    const { source, at, overflow } = crawl;
    const seconds = last === undefined ? undefined : at - last;
    const known = sources.waited(source, at);
    const full = overflow || (crawl.listed > 1 && crawl.links.length >= crawl.listed);
    const shown = sources.turnover.add(source, {
      links: crawl.links.length,
      listed: crawl.listed,
      seconds: seconds ?? Math.max(3_600, known),
      overflow: full,
    });
    const entry = {
      count: found.length,
      seconds,
      known,
      overflow: full,
      shown: this.seesOverflow ? shown : undefined,
      dated: this.datedSeconds(crawl),
    };
    sources.links.add(source, entry);
    const row = sources.host[source]! + 1;
    if (entry.seconds === undefined) return;
    this.hostLinks.add(row, entry);
    this.allLinks.add(0, entry);
  }

  /**
   * The seconds in which the links of a crawl came, if all have dates. Those that were unknown would not do: where other
   * lists show the same they are the youngest, and seem to have come in no time.
   */
  private datedSeconds({ links, at }: SourceCrawl): number | undefined {
    const { birth, dated } = this.pages;
    if (links.length < 2 || links.some(([page]) => dated[page] === 0)) return undefined;
    const oldest = links.reduce((first, [page]) => Math.min(first, birth[page]!), Infinity);
    return at > oldest ? ((at - oldest) * links.length) / (links.length - 1) : undefined;
  }

  crawledPage({ page, at, published }: PageCrawl): void {
    const { pages } = this;
    pages.reserve(page + 1);
    const first = pages.state[page] !== CRAWLED;
    pages.state[page] = CRAWLED;
    if (first && typeof published === 'number') this.learnOverlap(page, published);
    if (Number.isNaN(pages.birth[page]!)) pages.birth[page] = published ?? at;
    else if (typeof published === 'number' && pages.dated[page] === 0 && published <= at) {
      pages.birth[page] = published;
      pages.dated[page] = 1;
    }
    if (first && this.feedback === 'crawled') this.watch(page, at);
  }

  /** Now that its age is known, a page tells how much others take from the source that found it. */
  private learnOverlap(page: number, published: number): void {
    const { pages, sources } = this;
    const waited = pages.foundAfter[page]!;
    const finder = pages.finder(page);
    if (!(waited > 0) || finder < 0 || !sources.has(finder)) return;
    sources.overlap.add(finder, pages.foundAt[page]! - published, waited);
  }

  /** A page's visits are seen from now on; they count from the end of the next log, when all of them are known. */
  private watch(page: number, from: number): void {
    this.pages.watchedFrom[page] = Math.max(from, this.start);
    if (this.pending.length < MOST_PENDING) this.pending.push(page);
  }

  /** Visits to pages, and the end of the time in which all visits are known. */
  visited({ visits, to }: VisitLog): void {
    const { pages } = this;
    let highest = -1;
    for (const [page] of visits) if (page > highest) highest = page;
    pages.reserve(highest + 1);
    this.logTime = Math.max(this.logTime, to);
    for (const [page, at] of visits) {
      if (pages.counted[page] === 1) this.creditVisit(page, Math.max(0, at - pages.birth[page]!));
      pages.clicks[page]! += 1;
      pages.clickTimes[page]! += at;
    }
    const waiting: number[] = [];
    for (const page of this.pending) {
      if (pages.watchedFrom[page]! > this.logTime) waiting.push(page);
      else if (pages.watchedFrom[page]! <= this.logTime) this.count(page);
    }
    this.pending = waiting;
  }

  private creditVisit(page: number, age: number): void {
    const { pages, sources, hostInterest } = this;
    for (let link = pages.firstLink(page); link >= 0; link = pages.nextLink(link)) {
      const source = pages.sourceOf(link);
      sources.interest.advance(source, this.logTime);
      sources.interest.visit(source, 1, age);
    }
    for (const row of [0, pages.host[page]! + 1]) {
      hostInterest.advance(row, this.logTime);
      hostInterest.visit(row, 1, age);
    }
  }

  /** From now on the page's visits count, and those it had count too. */
  private count(page: number): void {
    const { pages } = this;
    if (pages.counted[page] === 1 || pages.host[page]! < 0) return;
    pages.counted[page] = 1;
    pages.eachSource(page, (source) => this.credit(page, source));
    for (const row of [0, pages.host[page]! + 1]) this.creditAll(this.hostInterest, row, page);
  }

  private credit(page: number, source: number): void {
    this.creditAll(this.sources.interest, source, page);
  }

  private creditAll(interest: Interest, row: number, page: number): void {
    const { pages } = this;
    const birth = pages.birth[page]!;
    interest.advance(row, this.logTime);
    interest.watch(row, birth, pages.watchedFrom[page]!);
    const clicks = pages.clicks[page]!;
    if (clicks > 0)
      interest.visit(row, clicks, Math.max(0, pages.clickTimes[page]! - clicks * birth));
  }

  /** Profit and decay of a row as of the last log, under a prior. */
  fit(interest: Interest, row: number, prior: InterestPrior): InterestFit {
    interest.advance(row, this.logTime);
    return interest.fit(row, prior);
  }

  forgetPages(list: readonly number[]): void {
    for (const page of list) this.pages.forget(page);
  }

  loadSources(records: readonly SourceRecord[]): void {
    for (const record of records) {
      this.reserveHosts(record.host + 1);
      this.sources.load(record);
      this.logTime = Math.max(this.logTime, record.interest.to);
      for (const row of [0, record.host + 1]) this.hostInterest.addRecord(row, record.interest);
      if (record.crawls < 2) continue;
      for (const [count, seconds] of record.found) {
        const entry = { count, seconds, known: 0, overflow: false, dated: undefined };
        this.hostLinks.add(record.host + 1, entry);
        this.allLinks.add(0, entry);
      }
    }
  }

  savePage(page: number): PageRecord | undefined {
    return pageRecord(this.pages, page);
  }

  /** Pages as they were; what their sources learned from them is in the sources' own records. Answers those to be fetched. */
  loadPages(records: readonly PageRecord[]): number[] {
    const { pages, sources, feedback } = this;
    for (const record of records) loadPage(record, { pages, sources, feedback });
    return records.filter(({ state }) => state === 'found').map(({ page }) => page);
  }

  giveOut(page: number): void {
    this.pages.state[page] = OUT;
  }
}
