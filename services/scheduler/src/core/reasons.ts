import type { Crawl } from './crawl.ts';
import type { PageEntry, SourceEntry } from './plan-desk.ts';
import { spokenNumber } from './spoken.ts';
import { sourceReasons } from './source-reasons.ts';
import { DEADLINE, type Wish } from './wish.ts';

/** What a reason is about; as in the contract. */
export type ReasonKind =
  | 'wish-pending'
  | 'wish-open'
  | 'wish-refused'
  | 'wish-deadline'
  | 'crawl-paused'
  | 'crawl-finished'
  | 'page-unknown'
  | 'page-worth-it'
  | 'page-below-price'
  | 'page-out'
  | 'page-crawled'
  | 'source-candidate'
  | 'source-next-visit'
  | 'source-interval'
  | 'source-resting'
  | 'source-retired'
  | 'source-alarm'
  | 'frontier';

/** Why something is fetched, or is not. */
export interface Reason {
  readonly kind: ReasonKind;
  readonly sentence: string;
  readonly timeMs?: number | undefined;
  readonly value?: number;
  readonly price?: number;
  readonly detail?: string;
}

/** What the scheduler knows of a URL. */
export interface UrlBeliefs {
  readonly crawl: Crawl;
  readonly wish: Wish | undefined;
  readonly page: PageEntry;
  readonly source: SourceEntry | undefined;
  readonly nowMs: number;
}

/** Why a URL is or is not being fetched, as far as the scheduler decides it; what matters most first. */
export function urlReasons({ crawl, wish, page, source, nowMs }: UrlBeliefs): Reason[] {
  return [
    ...crawlReasons(crawl),
    ...(wish === undefined ? [] : [wishReason(wish)]),
    ...(source === undefined ? [] : sourceReasons(source, nowMs, crawl.settings.revisitIntervalMs)),
    ...(page.state === 'unknown' && (source !== undefined || wish !== undefined)
      ? []
      : [pageReason(crawl, page, nowMs)]),
  ];
}

function crawlReasons({ name, paused, finish }: Crawl): Reason[] {
  const reasons: Reason[] = [];
  if (paused) reasons.push({ kind: 'crawl-paused', sentence: `Crawl ${name} is paused.` });
  if (finish !== undefined) {
    const why = finish.reason === 'page-limit' ? 'its page limit is met' : 'nothing of it is left';
    const sentence = `Crawl ${name} is finished since ${shownTime(finish.atMs)}: ${why}.`;
    reasons.push({ kind: 'crawl-finished', sentence, timeMs: finish.atMs });
  }
  return reasons;
}

function wishReason({ state, rule = '', submittedMs, deadlineMs, priority = 0 }: Wish): Reason {
  const since = `Somebody asked for it at ${shownTime(submittedMs)}`;
  const until = deadlineMs === undefined ? '' : `, until ${shownTime(deadlineMs)} at the latest`;
  const first = priority > 0 ? `, with priority ${priority}` : '';
  const wished = `${since}${first}${until}`;
  if (state === 'pending') {
    const sentence = `${wished}; the frontier is told soon.`;
    return { kind: 'wish-pending', sentence, timeMs: deadlineMs, value: priority };
  }
  if (state === 'open') {
    const sentence = `${wished}; the frontier knows, and puts it before what the policy chose.`;
    return { kind: 'wish-open', sentence, timeMs: deadlineMs, value: priority };
  }
  if (rule === DEADLINE) {
    const sentence = `${since}, and gave a deadline, which passed: the wish was given up.`;
    return { kind: 'wish-deadline', sentence, detail: rule };
  }
  const sentence = `${since}, and the frontier refused it by the rule ${rule}.`;
  return { kind: 'wish-refused', sentence, detail: rule };
}

function pageReason({ name }: Crawl, page: PageEntry, nowMs: number): Reason {
  const { worth, price, state } = page;
  const figures = { value: worth, price };
  if (state === 'unknown') {
    return { kind: 'page-unknown', sentence: `No source of crawl ${name} has shown it.` };
  }
  const known = `${bornWords(page, nowMs)} and was read ${page.visits === 1 ? 'once' : `${page.visits} times`} so far`;
  if (state === 'crawled') {
    return { kind: 'page-crawled', sentence: `It was fetched as a page; it ${known}.`, ...figures };
  }
  const expected = `${spokenNumber(worth)} more visits are expected of it`;
  if (state === 'out') {
    const sentence = `Its fetch is ordered: it ${known}, and ${expected}.`;
    return { kind: 'page-out', sentence, ...figures };
  }
  const isWorthIt = worth >= price;
  const than = `a request has to earn ${spokenNumber(price)}`;
  const sentence = isWorthIt
    ? `It was found and is worth a request: ${expected}, and ${than}; it ${known}.`
    : `It was found and is not worth a request now: ${expected}, and ${than}; it ${known}.`;
  return { kind: isWorthIt ? 'page-worth-it' : 'page-below-price', sentence, ...figures };
}

function bornWords({ birthMs, birthBy }: PageEntry, nowMs: number): string {
  if (birthMs === undefined || birthMs > nowMs) return 'is of unknown age';
  const how = birthBy === 'date' ? 'by its date' : 'as visits to its source tell';
  return `was published at ${shownTime(birthMs)}, ${how},`;
}

export function shownTime(ms: number): string {
  return new Date(ms).toISOString();
}
