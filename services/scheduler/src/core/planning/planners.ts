import type { Url } from '@mayfly/url';
import type { SourceKind } from '../plan-desk.ts';
import type { CountedVisit } from '../visit-ports.ts';
import type { CrawlPlanner } from './crawl-planner.ts';
import type { OrderedVisit } from './kept-source.ts';

/** Plans of crawls: in memory, and kept. */
export interface Planners {
  /** The plan of a crawl, read from its rows where it is not in memory; undefined where there is no such crawl, or it has none. */
  open(crawl: string): Promise<CrawlPlanner | undefined>;
  /** The same, as far as it is in memory. */
  peek(crawl: string): CrawlPlanner | undefined;
  /** What visits say, each report once; durable when it resolves. */
  visited(crawl: string, visits: readonly CountedVisit[]): Promise<void>;
  /** What time brings: periods end, old pages go, sources are found, rest and come back. */
  tend(crawl: string): Promise<void>;
  /** Writes down what a decision changed, and visits that were ordered. */
  save(crawl: string, visits: readonly OrderedVisit[]): Promise<void>;
  addSources(crawl: string, urls: readonly Url[], kind: SourceKind): Promise<boolean[]>;
  removeSources(crawl: string, urls: readonly Url[]): Promise<boolean[]>;
}
