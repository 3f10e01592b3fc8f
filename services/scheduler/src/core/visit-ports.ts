import type { Mark, Salt, SketchPage } from '@mayfly/readers';
import type { HostKey, Url } from '@mayfly/url';
import type { Place } from './announced.ts';
import type { Candidate } from './ports.ts';
import type { HostVisits, VisitKind, VisitReport } from './visit.ts';

/** Salts of single days. They never leave the scheduler. */
export interface SaltBook {
  /** The salt under which the readers of a day are hashed; made when the day is first asked for. */
  saltOf(day: number): Promise<Salt>;
  /** Throws away those of all days before this one. */
  forgetBefore(day: number): Promise<void>;
}

/** Resolves when they are durable in the stream. */
export type PublishVisits = (visits: readonly HostVisits[]) => Promise<void>;

/** What of one report is counted. */
export interface CountedReport {
  readonly report: VisitReport;
  /** When the visits were made that count: inside of a crawl, opened, and the first of their reader to the page that day. */
  readonly countedMs: readonly number[];
  /** Marks of those, by day. */
  readonly marks: ReadonlyMap<number, readonly Mark[]>;
  /** Whether any of its visits is inside of a crawl. */
  readonly isInside: boolean;
  /** Visits outside of every crawl. */
  readonly outside: number;
}

/** Where marks were written down, until the sketches that have them are kept. */
export interface MarksKey {
  readonly bucket: number;
  readonly day: number;
  readonly name: string;
}

/** Visits of one hour. */
export interface HourCount {
  readonly startMs: number;
  readonly visits: number;
}

/** A host of no crawl. */
export interface OutsideHost {
  readonly host: string;
  readonly visits: number;
  readonly over: number;
}

/** Counts of visits; single ones are not kept. */
export interface VisitBook {
  /** One answer a report, in their order. */
  areApplied(reports: readonly VisitReport[]): Promise<boolean[]>;
  /** Writes down what follows of them, each once, with the marks; answers where those are. */
  apply(counted: readonly CountedReport[], nowMs: number): Promise<readonly MarksKey[]>;
  /** URLs that readers made known to a crawl; doing it twice is harmless. */
  discovered(crawl: string, candidates: readonly Candidate[]): Promise<void>;
  /** Oldest first. */
  hours(host: HostKey): Promise<readonly HourCount[]>;
  /** Most visited first. */
  outside(most: number): Promise<readonly OutsideHost[]>;
  /** Forgets days before this one, and hosts of which nothing was heard since then; true where there is more to forget. */
  forgetBefore(day: number): Promise<boolean>;
}

/** Where readers of past days are kept. */
export interface ReaderBook {
  pages(): AsyncIterable<SketchPage>;
  /** Marks that were written down and may not be in any page yet. */
  marks(): AsyncIterable<{ readonly key: MarksKey; readonly marks: readonly Mark[] }>;
  savePages(pages: readonly SketchPage[]): Promise<void>;
  removeMarks(keys: readonly MarksKey[]): Promise<void>;
  /** True where there is more to forget. */
  forgetBefore(day: number): Promise<boolean>;
}

/** The first visit of a reader to a page that day, or the first time that it was shown, told for each crawl that has its URL in scope. */
export interface CountedVisit {
  readonly url: Url;
  readonly referrer: Url | undefined;
  readonly host: HostKey;
  readonly atMs: number;
  readonly kind: VisitKind;
  readonly crawl: string;
  /** The report that it came with. */
  readonly place: Place;
}

/** Whoever learns from visits. It is told before the report counts as done, so after a crash it is told again: `place` says which. */
export interface Interest {
  visited(visits: readonly CountedVisit[]): Promise<void>;
}

/** Whoever wants to know which pages of a crawl only readers knew. */
export type Discovered = (crawl: string, candidates: readonly Candidate[]) => void;
