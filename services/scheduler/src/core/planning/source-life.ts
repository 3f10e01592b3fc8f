import { inState, type KeptSource } from './kept-source.ts';

/** Visits in a row without a new link after which a source that was only looked at, and one that once brought some, retires. */
const LOOKS = 5;
const QUIET_VISITS = 20;

/** The life of a source after a visit: on evidence only. What somebody named never retires by itself. */
export function lifeAfterVisit(
  source: KeptSource,
  { found, nowMs, ageMs }: { found: number; nowMs: number; ageMs: number },
): KeptSource {
  const { state, kind, quiet, removed } = source;
  if (removed) return source;
  if (found > 0) {
    if (state === 'active') return source;
    return inState(source, 'active', `brought ${found} new links`, nowMs);
  }
  if (kind === 'seed' || kind === 'by-hand') return source;
  if (state === 'candidate' && quiet >= LOOKS) {
    return inState(source, 'retired', `nothing new in its first ${quiet} visits`, nowMs);
  }
  const isLongQuiet = quiet >= QUIET_VISITS && nowMs - source.lastNewMs >= ageMs;
  if (state === 'retired' || !isLongQuiet) return source;
  return inState(source, 'retired', `nothing new in ${quiet} visits in a row`, nowMs);
}

/** The life of a source whose visits fail, in a row: robots.txt forbids it, or it is gone, or nobody answers. */
export function lifeAfterFailure(source: KeptSource, nowMs: number): KeptSource {
  const { state, kind, failures, removed } = source;
  if (removed || state === 'retired' || kind === 'seed' || kind === 'by-hand') return source;
  if (failures < (state === 'candidate' ? LOOKS : QUIET_VISITS)) return source;
  return inState(source, 'retired', `no document in ${failures} visits in a row`, nowMs);
}

/** Whether the policy still thinks a visit worth its price. */
export function lifeAtPrice(
  source: KeptSource,
  view: { readonly interval: number; readonly index: number; readonly price: number },
  nowMs: number,
): KeptSource {
  const isRefused = view.interval === Infinity;
  if (source.state === 'active' && isRefused && source.crawls > 1) {
    const reason =
      view.price === 0
        ? 'no visit is expected to earn anything'
        : `no visit is worth the price of ${view.price.toPrecision(2)} visits`;
    return inState(source, 'resting', reason, nowMs);
  }
  if (source.state !== 'resting' || isRefused) return source;
  return inState(source, 'active', 'a visit is worth its price again', nowMs);
}
