import type { Feedback, PageRecord } from '../policy.ts';
import { CRAWLED, FOUND, type PageBook, UNKNOWN } from './page-book.ts';
import type { SourceBook } from './source-book.ts';

/** All that has to be kept of a page; undefined where nothing is known of it. */
export function pageRecord(pages: PageBook, page: number): PageRecord | undefined {
  const state = pages.stateOf(page);
  if (state === UNKNOWN) return undefined;
  return {
    page,
    state: state === CRAWLED ? 'crawled' : 'found',
    birth: pages.birth[page]!,
    birthBy: pages.dated[page] === 1 ? 'date' : 'middle',
    prior: pages.prior[page]!,
    clicks: pages.clicks[page]!,
    sources: pages.sources(page),
  };
}

/** Makes a page what its record says. */
export function loadPage(
  record: PageRecord,
  { pages, sources, feedback }: { pages: PageBook; sources: SourceBook; feedback: Feedback },
): void {
  const { page } = record;
  pages.reserve(page + 1);
  pages.forget(page);
  pages.state[page] = record.state === 'crawled' ? CRAWLED : FOUND;
  pages.birth[page] = record.birth;
  pages.dated[page] = record.birthBy === 'date' ? 1 : 0;
  pages.prior[page] = record.prior;
  pages.clicks[page] = record.clicks;
  pages.clickTimes[page] = record.clicks * record.birth;
  for (const source of [...record.sources].reverse()) {
    pages.link(page, source);
    pages.host[page] = sources.host[source]!;
  }
  const seen = record.state === 'crawled' || feedback === 'all';
  pages.watchedFrom[page] = seen ? record.birth : NaN;
  pages.counted[page] = seen ? 1 : 0;
}
