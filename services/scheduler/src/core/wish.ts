import type { Url } from '@mayfly/url';

/** A wish for a fetch of one URL, until an attempt fulfils it. */
export interface Wish {
  readonly url: Url;
  /** A document that was not older when the wish was made will do; any where absent. */
  readonly maxAgeMs?: number | undefined;
  /** Given when the crawl was made: fetched again and again, and what it redirects to belongs too. */
  readonly seed: boolean;
  readonly submittedMs: number;
  /** `pending`: not handed over. `open`: an attempt above `afterAttempt` will fulfil it. */
  readonly state: 'pending' | 'open' | 'refused';
  readonly afterAttempt?: number | undefined;
  /** An attempt that was heard of while it was pending: what it is handed over for may have been that one. */
  readonly heardAttempt?: number | undefined;
  readonly rule?: string | undefined;
  /** When it is given up unless an attempt has fulfilled it; never where absent. */
  readonly deadlineMs?: number | undefined;
  /** Among wishes the higher goes first; 0 where absent. */
  readonly priority?: number | undefined;
}

/** The rule by which wishes are given up. */
export const DEADLINE = 'deadline';

/** What the frontier says of a URL that it knows. */
export interface Known {
  readonly state: 'parked' | 'waiting' | 'leased' | 'at-rest';
  readonly lastAttempt: number | undefined;
  /** Whether that attempt brought a document, as far as the frontier knows. */
  readonly broughtDocument: boolean;
  readonly settledMs: number | undefined;
}

/** What the document-store says of it. */
export interface Kept {
  /** When a document was last seen to be as it is kept; absent where there is none. */
  readonly seenMs: number | undefined;
  readonly lastAttempt: number | undefined;
}

/** What becomes of a wish that is handed over: it is answered, waits for an attempt, or needs an order first. */
export type Decision =
  | { readonly kind: 'answered' }
  | { readonly kind: 'await'; readonly afterAttempt: number | undefined }
  | { readonly kind: 'order'; readonly afterAttempt: number | undefined };

/** Decides by what is known, so deciding again after a crash asks for nothing twice. */
export function decideWish(wish: Wish, known: Known, kept: Kept): Decision {
  // A seed is fetched for the sake of its crawl, whatever other crawls have of it.
  if (!(wish.seed && known.lastAttempt === undefined) && isYoung(wish, kept.seenMs)) {
    return { kind: 'answered' };
  }
  const { state, lastAttempt } = known;
  if (state === 'leased') return { kind: 'await', afterAttempt: before(lastAttempt) };
  const isRecorded = lastAttempt === undefined || (kept.lastAttempt ?? 0) >= lastAttempt;
  if (
    state === 'at-rest' &&
    !isRecorded &&
    known.broughtDocument &&
    isYoung(wish, known.settledMs)
  ) {
    return { kind: 'await', afterAttempt: before(lastAttempt) };
  }
  return { kind: 'order', afterAttempt: lastAttempt };
}

/** Age counts back from when the wish was made, so what was fetched since then always will do. */
function isYoung({ maxAgeMs, submittedMs }: Wish, seenMs: number | undefined): boolean {
  return seenMs !== undefined && (maxAgeMs === undefined || seenMs >= submittedMs - maxAgeMs);
}

function before(attempt: number | undefined): number | undefined {
  return attempt === undefined ? undefined : attempt - 1;
}

/** Whether the end of this attempt is what the wish was for. */
export function fulfils(attempt: number, wish: Wish): boolean {
  return wish.state === 'open' && attempt > (wish.afterAttempt ?? 0);
}

/** The wish after that attempt was heard of; undefined where it is fulfilled, the same one where nothing changes. */
export function heard(attempt: number, wish: Wish): Wish | undefined {
  if (wish.state !== 'pending') return fulfils(attempt, wish) ? undefined : wish;
  return { ...wish, heardAttempt: Math.max(attempt, wish.heardAttempt ?? 0) };
}

/** The wish after somebody wished again: one that is open is not made twice, unless it is to go first now. */
export function wishedAgain(before: Wish | undefined, wish: Wish): Wish {
  if (before === undefined || before.state === 'refused') return wish;
  const deadlineMs = lastOf(before.deadlineMs, wish.deadlineMs);
  const isSooner = (wish.priority ?? 0) > (before.priority ?? 0);
  const priority = isSooner ? wish.priority : before.priority;
  if (before.state === 'open') {
    if (isSooner) return { ...before, state: 'pending', deadlineMs, priority };
    return deadlineMs === before.deadlineMs ? before : { ...before, deadlineMs };
  }
  const ages = [before.maxAgeMs, wish.maxAgeMs].filter((age) => age !== undefined);
  const maxAgeMs = ages.length === 0 ? undefined : Math.min(...ages);
  const { heardAttempt } = before;
  const seed = before.seed || wish.seed;
  return { ...wish, seed, maxAgeMs, heardAttempt, deadlineMs, priority };
}

/** Nobody's wish is given up before its time. */
function lastOf(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? undefined : Math.max(one, other);
}

/** The wish after its time has passed: what is left of it says why. */
export function givenUp({ url, seed, submittedMs, maxAgeMs }: Wish): Wish {
  return { url, seed, submittedMs, maxAgeMs, state: 'refused', rule: DEADLINE };
}
