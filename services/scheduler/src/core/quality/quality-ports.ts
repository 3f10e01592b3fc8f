import type { Url } from '@mayfly/url';
import type { KeptSketch } from './delay-sketch.ts';
import type { PageKey } from './followed-pages.ts';
import type { KeptDay } from './quality-day.ts';

/** Pages of a crawl that were stored on one day, as they are kept; a part has at most `PART_PAGES`. */
export interface KeptPages {
  readonly day: number;
  readonly part: number;
  readonly pages: readonly StoredPage[];
}

export const PART_PAGES = 2_000;

export interface StoredPage extends PageKey {
  readonly storedMs: number;
}

/** Delays of one source that are new since they were last saved. */
export interface NewDelays {
  readonly source: Url;
  readonly pages: number;
  readonly discovery: KeptSketch;
  readonly crawling: KeptSketch;
}

/** Delays of one source, of the last one to two weeks. */
export type SourceDelays = NewDelays;

/** What changed in a crawl since it was last saved. */
export interface QualityChanges {
  readonly days: readonly KeptDay[];
  readonly pages: readonly KeptPages[];
  readonly delays: readonly NewDelays[];
}

/** Where quality is kept. */
export interface QualityBook {
  days(): AsyncIterable<{ readonly crawl: string; readonly day: KeptDay }>;
  pages(): AsyncIterable<{ readonly crawl: string; readonly kept: KeptPages }>;
  /** Days and pages are put in place of what they were; delays are added. False where there is no such crawl any more. */
  save(crawl: string, changes: QualityChanges, today: number): Promise<boolean>;
  /** Those of whom most pages were found first. */
  sources(crawl: string, most: number): Promise<SourceDelays[]>;
  source(crawl: string, url: Url): Promise<SourceDelays | undefined>;
  /** Forgets days and pages of days before these, and sources of which nothing was heard; true where there is more to forget. */
  forgetBefore(oldest: {
    readonly day: number;
    readonly pages: number;
    readonly heard: number;
  }): Promise<boolean>;
}
