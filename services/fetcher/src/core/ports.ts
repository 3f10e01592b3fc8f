import type { AgentRules } from '@mayfly/robots';
import type { Url } from '@mayfly/url';
import type { AttemptEnd, FetchedDocument, RobotsResult, Timings } from './attempt-end.ts';
import type { Outcome } from './outcome.ts';
import type { Task, Validators } from './task.ts';

/** One GET, or one HEAD. */
export interface WebRequest {
  readonly url: Url;
  readonly private: boolean;
  readonly validators?: Validators | undefined;
  /** Whether only freshness is asked for: then no body comes. */
  readonly check?: boolean | undefined;
  /** When it is given up, by the monotonic clock. */
  readonly deadlineMs: number;
  readonly maxBodyBytes: number;
  /** Whether a body above the limit is cut there; otherwise it is refused. */
  readonly cut: boolean;
}

/** What came of it. The body is there for a status from 200 to 299 alone. */
export type WebAnswer =
  | {
      readonly answered: true;
      readonly status: number;
      /** Several of a name are joined by commas. */
      readonly headers: ReadonlyMap<string, string>;
      /** The X-Robots-Tag headers once more, not joined; absent where there are none. */
      readonly robotsTags?: readonly string[] | undefined;
      readonly body: Uint8Array;
      readonly truncated: boolean;
      readonly timings: Timings;
      readonly address?: string | undefined;
    }
  | {
      readonly answered: false;
      readonly outcome: Outcome;
      readonly detail: string;
      readonly timings: Timings;
      /** Whom we were connected to last. */
      readonly address?: string | undefined;
    };

/** A body, and what was said of it. */
export interface ToRead {
  readonly body: Uint8Array;
  readonly url: Url;
  readonly contentType: string | undefined;
  readonly robotsTags?: readonly string[] | undefined;
  readonly linkHeader?: string | undefined;
  /** What robots.txt and headers say about uses of the document; absent where they say nothing. */
  readonly saidOfUses?: SaidOfUses | undefined;
  /** What it leads to beside its own links: sitemaps that robots.txt names. */
  readonly sitemaps?: readonly Url[] | undefined;
  /** Whether the main content is wanted as Markdown too. */
  readonly tagged?: boolean | undefined;
  /** When it was fetched. */
  readonly nowMs?: number | undefined;
}

/** What a publisher says about uses of a document, outside of it. */
export interface SaidOfUses {
  readonly robots: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
}

/** What was read; undefined where it took more time or memory than allowed. */
export type Read = (document: ToRead) => Promise<Omit<FetchedDocument, 'body'> | undefined>;

/** One attempt under way: what it does belongs to its own trace. */
export interface Attempt {
  readonly task: Task;
  /** When its lease ends, by the monotonic clock; later than the task says once it was extended. */
  readonly endsMs: number;
  get(request: WebRequest): Promise<WebAnswer>;
  /** Publishes the end, then settles the lease. */
  end(end: AttemptEnd, robots?: RobotsResult): Promise<void>;
}

/** Rules of robots.txt, for all fetchers. */
export interface RobotsRules {
  /** Those of that attempt or of a later one; undefined where there are none. */
  find(origin: string, attempt: number): Promise<AgentRules | undefined>;
  save(origin: string, attempt: number, rules: AgentRules): Promise<void>;
}

/** What a sweep has removed, and whether there is more to do. */
export interface Swept {
  readonly removed: number;
  readonly isMore: boolean;
}
