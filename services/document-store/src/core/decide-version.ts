import type { AttemptEnd } from './attempt-end.ts';

/** What is known of a URL before an attempt is recorded. */
export interface DocumentState {
  readonly lastAttempt: number;
  /** How many versions there are, which is the number of the latest. */
  readonly versions: number;
  readonly latestSha256: Uint8Array | undefined;
  readonly seenMs: number | undefined;
}

/** What an attempt is, as far as it can be said without asking whether another URL had its content. */
export type Decision = 'new-content' | 'unchanged' | 'no-document' | 'late';

/** Attempts of one URL come in order, but for those that were dead letters or that two fetchers made at once. */
export function decideVersion(
  state: DocumentState | undefined,
  { attempt, brought }: Pick<AttemptEnd, 'attempt' | 'brought'>,
): Decision {
  if (state !== undefined && attempt < state.lastAttempt) return 'late';
  if (brought === 'nothing') return 'no-document';
  // A server may say "unchanged" of a document that we never recorded.
  if (brought === 'unchanged') return hasVersion(state) ? 'unchanged' : 'no-document';
  const { latestSha256 } = state ?? {};
  const isLatest = latestSha256 !== undefined && isEqual(latestSha256, brought.body.sha256);
  return isLatest ? 'unchanged' : 'new-content';
}

/** What is known of the URL afterwards. */
export function stateAfter(
  state: DocumentState | undefined,
  { attempt, brought, fetchMs }: Pick<AttemptEnd, 'attempt' | 'brought' | 'fetchMs'>,
  decision: Decision,
): DocumentState {
  const before = state ?? {
    lastAttempt: attempt,
    versions: 0,
    latestSha256: undefined,
    seenMs: undefined,
  };
  if (decision === 'late') return before;
  const after = { ...before, lastAttempt: attempt };
  if (decision === 'no-document') return after;
  if (decision === 'unchanged') return { ...after, seenMs: fetchMs };
  const { sha256 } = (brought as Exclude<typeof brought, string>).body;
  return { ...after, versions: before.versions + 1, latestSha256: sha256, seenMs: fetchMs };
}

function hasVersion(state: DocumentState | undefined): boolean {
  return state !== undefined && state.versions > 0;
}

function isEqual(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}
