import type { Url } from '@mayfly/url';
import type { SuiteAddresses } from '../suite/addresses.ts';

/** The URL that somebody wonders about, in one crawl. */
export interface Question {
  readonly crawl: string;
  readonly url: Url;
  /** Times are told as seen from here. */
  readonly nowMs: number;
}

/** What one service says about it. */
export interface Explained {
  /** Whether the crawl knows the URL. */
  readonly isKnown: boolean;
  /** For people, what matters most first. */
  readonly sentences: readonly string[];
  /** The same for scripts. */
  readonly facts: object;
}

/** A service that can say why a URL is not being fetched. Further ones are added to the list of the verb. */
export interface Explainer {
  readonly service: string;
  readonly explain: (suite: SuiteAddresses, question: Question) => Promise<Explained>;
}
