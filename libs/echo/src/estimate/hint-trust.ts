/** How far the hints of a host (dates of feeds, `lastmod`, validators) have proved true: a Beta distribution. */
export interface HintTrust {
  readonly right: number;
  readonly wrong: number;
}

/** As good as a coin, until there is evidence. */
export const UNPROVEN: HintTrust = { right: 1, wrong: 1 };
/** Old evidence fades, so that a host that begins to lie, or stops, is found out. */
const KEPT = 0.98;

/** Adds one hint that was checked. */
export function checkedHint(trust: HintTrust, wasRight: boolean): HintTrust {
  const [right, wrong] = [trust.right * KEPT, trust.wrong * KEPT];
  return wasRight ? { right: right + 1, wrong } : { right, wrong: wrong + 1 };
}

/** The chance that the next hint is right. */
export function hintTrust({ right, wrong }: HintTrust): number {
  return right / (right + wrong);
}

/**
 * A hint that something changed is worth waiting time: after `pings` of them a page is as likely to have changed as if
 * this much more time had passed. `recall` is the share of changes that are announced, `falseRate` how often a hint
 * comes without a change, per second.
 */
export function timeOfPings(
  pings: number,
  { changeRate, recall, falseRate }: { changeRate: number; recall: number; falseRate: number },
): number {
  const silent = (1 - recall) * changeRate;
  if (pings === 0 || !(recall > 0)) return 0;
  if (!(silent > 0) || !(falseRate > 0)) return Infinity;
  return (pings * Math.log((recall * changeRate + falseRate) / falseRate)) / silent;
}
