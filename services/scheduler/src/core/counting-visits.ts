import { type Mark, markOf } from '@mayfly/readers';
import type { Url } from '@mayfly/url';
import type { Crawl } from './crawl.ts';
import type { CrawlScopes } from './crawl-scopes.ts';
import type { FrontierAnswers } from './frontier-answers.ts';
import type { HandingOver } from './handing-over.ts';
import { type Submission, VISITS } from './ports.ts';
import type { RememberedReaders } from './remembered-readers.ts';
import { dayOf, type Visit, type VisitReport } from './visit.ts';
import type {
  CountedReport,
  CountedVisit,
  Discovered,
  Interest,
  VisitBook,
} from './visit-ports.ts';

interface Parts {
  readonly scopes: CrawlScopes;
  readonly answers: FrontierAnswers;
  readonly handing: HandingOver;
  readonly visits: VisitBook;
  readonly readers: RememberedReaders;
  readonly interest: readonly Interest[];
  readonly discovered: Discovered;
  readonly nowMs: () => number;
}

/** What was done with reports. */
export interface VisitCounts {
  readonly counted: number;
  /** Shown to readers, who may not have opened them. */
  readonly shown: number;
  /** Of readers who had read the page that day. */
  readonly repeated: number;
  readonly outside: number;
  /** Counted, and not remembered because their day is full: they may count again. */
  readonly unremembered: number;
}

/** What batches of reports come to, before anything is written. */
interface Looked {
  readonly counted: readonly CountedReport[];
  readonly told: readonly CountedVisit[];
  readonly repeated: number;
  readonly shown: number;
  /** URLs that readers opened or were shown, with the first report that has them, by crawl. */
  readonly opened: ReadonlyMap<Crawl, ReadonlyMap<Url, VisitReport>>;
}

/** As if a front page led there: nobody knows how far a page is from a seed that only readers know. */
const DEPTH = 1;

/** Counts visits: first the frontier knows what was opened, then whoever learns, then our own books, then it is done. */
export class CountingVisits {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async count(reports: readonly VisitReport[]): Promise<VisitCounts> {
    const { visits, readers, interest, nowMs } = this.#parts;
    const done = await visits.areApplied(reports);
    // Whether they were written was not known when they came the last time: what they counted must not count again.
    const repeats = this.#look(reports.filter((_, at) => done[at]));
    for (const { marks } of repeats.counted) readers.add(marks, []);
    const looked = this.#look(reports.filter((_, at) => !done[at]));
    const { counted, told, repeated, shown, opened } = looked;
    await this.#discover(opened);
    for (const each of interest) await each.visited(told);
    const written = await visits.apply(counted, nowMs());
    const lost = counted.map(({ marks }) => readers.add(marks, []));
    readers.add([], written);
    return {
      counted: counted.reduce((sum, { countedMs }) => sum + countedMs.length, 0),
      outside: counted.reduce((sum, { outside }) => sum + outside, 0),
      unremembered: lost.reduce((sum, each) => sum + each, 0),
      ...{ repeated, shown },
    };
  }

  #look(reports: readonly VisitReport[]): Looked {
    const scopesOf = this.#parts.scopes.now();
    const seen = new Set<string>();
    const told: CountedVisit[] = [];
    const opened = new Map<Crawl, Map<Url, VisitReport>>();
    let [repeated, shown] = [0, 0];
    const counted = reports.map((report): CountedReport => {
      const { host, place } = report;
      const countedMs: number[] = [];
      const marks = new Map<number, Mark[]>();
      let outside = 0;
      for (const visit of report.visits) {
        const { url, referrer, atMs, kind } = visit;
        const crawls = scopesOf(url, host);
        if (crawls.length === 0) {
          outside += 1;
          continue;
        }
        for (const crawl of crawls) addOpened(opened, crawl, url, report);
        const [day, mark] = [dayOf(atMs), markOfVisit(visit)];
        if (this.#parts.readers.has(day, mark) || seen.has(`${day} ${mark}`)) {
          repeated += 1;
          continue;
        }
        seen.add(`${day} ${mark}`);
        if (kind === 'shown') shown += 1;
        else countedMs.push(atMs);
        addMark(marks, day, mark);
        const counts = { url, referrer, host, atMs, kind, place };
        told.push(...crawls.map(({ name }) => ({ ...counts, crawl: name })));
      }
      const isInside = outside < report.visits.length;
      return { report, countedMs, marks, isInside, outside };
    });
    return { counted, told, repeated, shown, opened };
  }

  /** A visit never widens a scope; what is new in one is a candidate. */
  async #discover(opened: Looked['opened']): Promise<void> {
    const { answers, handing, visits, nowMs } = this.#parts;
    // Whoever asks nothing waits with those that do: beside one that passes they would look bad, and be given up.
    if (opened.size === 0) await answers.submit('', []);
    for (const [crawl, urls] of opened) {
      await handing.handOver([crawl]);
      const isKnown = answers.isKnownIn(crawl);
      const asked = [...urls].filter(([url]) => !isKnown(url));
      const submissions = asked.map(([url, report]) => submissionOf(crawl, url, report));
      const said = await answers.submit(crawl.name, submissions);
      const found = submissions.filter((_, at) => said[at]?.answer === 'new');
      const foundMs = nowMs();
      const candidates = found.map(({ url, depth }) => ({ url, depth, foundMs }));
      if (candidates.length > 0) await visits.discovered(crawl.name, candidates);
      this.#parts.discovered(crawl.name, candidates);
      answers.remember(crawl, submissions, said);
    }
  }
}

/** Whoever is shown a page and then opens it does both once a day. */
function markOfVisit({ reader, url, kind }: Visit): Mark {
  return markOf(reader, kind === 'shown' ? `shown ${url}` : url);
}

function addOpened(
  opened: Map<Crawl, Map<Url, VisitReport>>,
  crawl: Crawl,
  url: Url,
  report: VisitReport,
): void {
  let urls = opened.get(crawl);
  if (urls === undefined) opened.set(crawl, (urls = new Map<Url, VisitReport>()));
  if (!urls.has(url)) urls.set(url, report);
}

function addMark(marks: Map<number, Mark[]>, day: number, mark: Mark): void {
  const own = marks.get(day);
  if (own === undefined) marks.set(day, [mark]);
  else own.push(mark);
}

/** Positions begin at 0, and 0 is no attempt. */
function submissionOf({ name }: Crawl, url: Url, { place }: VisitReport): Submission {
  const from = { url: VISITS, attempt: place.position + 1 } as const;
  return { crawl: name, url, from, depth: DEPTH, hops: 0, seed: false, minRevision: 0 };
}
