import type { Url } from '@mayfly/url';

/** What is judged: the document that one attempt at a URL brought. */
export interface Candidate {
  readonly url: Url;
  readonly attempt: number;
  readonly sha256: Uint8Array;
}

/** Unique without `duplicateOf`; otherwise the URL that had the content first. */
export interface Judgement {
  readonly duplicateOf?: string;
}

/** Who had some content first; written once and never changed. */
export interface Contents {
  /** In the order of the hashes. */
  firstUrls(hashes: readonly Uint8Array[]): Promise<readonly (string | undefined)[]>;
  /** Claims each hash for its URL unless somebody had it first; says who has it now. */
  claim(claims: readonly Candidate[]): Promise<readonly string[]>;
}

/** What was said of an attempt; written once and never changed. */
export interface Verdicts {
  /** In the order of the candidates. */
  of(candidates: readonly Candidate[]): Promise<readonly (Judgement | undefined)[]>;
  /** Keeps each unless there is one already; answers the one that holds. */
  keep(judged: readonly Judged[]): Promise<readonly Judgement[]>;
}

/** A candidate with what is to be said of it. */
export interface Judged {
  readonly candidate: Candidate;
  readonly judgement: Judgement;
}
