import { hostOf, normaliseUrl, type Url, urlId, trapGuard } from '@mayfly/url';
import { batchesOf } from './batches.ts';
import type { CrawlState } from './crawls.ts';
import type { Frontier } from './frontier.ts';
import type { UrlKey, UrlRow } from './rows.ts';
import type { Turn } from './turn.ts';
import { parked, waiting } from './url-state.ts';
import type { Waking } from './waking.ts';

/** How a submission ended; the numbers are those of the contract. */
export const SUBMITTED = { new: 1, known: 2, refused: 3, crawlUnknown: 4 } as const;

export interface Submission {
  readonly crawl: string;
  readonly url: string;
  readonly source: string;
  readonly sourceAttempt: number;
  readonly priority?: number | undefined;
  readonly depth: number;
  readonly hops: number;
  readonly seed: boolean;
  readonly minRevision: number;
}

export interface SubmitResult {
  readonly answer: (typeof SUBMITTED)[keyof typeof SUBMITTED];
  readonly rule: string;
  readonly url: string;
}

interface Item {
  readonly bucket: number;
  readonly key: UrlKey;
  readonly url: Url;
  readonly submission: Submission;
}

const MOST_HOPS = 10;
const MOST_A_TURN = 400;
/** Doubles hold that much of a millisecond, so that URLs of one batch keep their order. */
const PARTS_OF_MS = 4_096;

/** Remembers URLs, each with its first discoverer. */
export class Submitting {
  readonly #frontier: Frontier;
  readonly #waking: Waking;
  readonly #pump: () => void;

  constructor(frontier: Frontier, waking: Waking, pump: () => void) {
    this.#frontier = frontier;
    this.#waking = waking;
    this.#pump = pump;
  }

  async submit(
    submissions: readonly Submission[],
    traceparent: string | undefined,
  ): Promise<SubmitResult[]> {
    const results = new Array<SubmitResult>(submissions.length);
    const refused = new Map<string, Map<string, number>>();
    const items = submissions.map((submission, at) => {
      const judged = this.#judge(submission);
      if (!('answer' in judged)) return judged;
      results[at] = judged;
      if (judged.answer === SUBMITTED.refused) count(refused, submission.crawl, judged.rule);
      return undefined;
    });
    await Promise.all([
      ...batchesOf(items, MOST_A_TURN).map(({ bucket, items: some }) =>
        this.#remember(bucket, some, { results, traceparent }),
      ),
      ...[...refused].map(([crawl, rules]) => this.#countRefused(crawl, rules)),
    ]);
    this.#pump();
    return results;
  }

  /** What can be said without the table, or where to look. */
  #judge(submission: Submission): SubmitResult | Item {
    const crawl = this.#frontier.crawls.get(submission.crawl);
    if (crawl === undefined || crawl.row.revision < submission.minRevision) {
      return { answer: SUBMITTED.crawlUnknown, rule: '', url: '' };
    }
    const normalised = normaliseUrl(submission.url);
    if (!normalised.ok) return { answer: SUBMITTED.refused, rule: normalised.rule, url: '' };
    const { url } = normalised;
    const host = hostOf(url);
    const rule = ruleAgainst(crawl, url, {
      ...submission,
      nowMs: this.#frontier.around.clock.nowMs(),
    });
    if (rule !== undefined) return { answer: SUBMITTED.refused, rule, url };
    const bucket = this.#frontier.around.buckets.ofHost(host);
    return { bucket, key: { bucket, crawl: crawl.name, host, id: urlId(url) }, url, submission };
  }

  #remember(
    bucket: number,
    some: readonly { readonly at: number; readonly item: Item }[],
    { results, traceparent }: { results: SubmitResult[]; traceparent: string | undefined },
  ): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    let waits: UrlRow[] = [];
    this.#frontier.lanes[bucket]!.push({
      size: some.length + 3,
      urls: some.map(({ item }) => item.key),
      apply: (turn) => {
        waits = [];
        for (const { at, item } of some) {
          const row = this.#rememberOne(turn, item, { at, results, traceparent });
          if (row?.rank !== undefined || row?.laterMs !== undefined) waits.push(row);
        }
      },
      done: () => {
        for (const row of waits) this.#waking.waits(row);
        for (const name of new Set(waits.map(({ host }) => host))) {
          const host = this.#frontier.hostOf(name);
          if (host !== undefined) this.#waking.look(host);
        }
        resolve();
      },
      failed: reject,
    });
    return promise;
  }

  /** The row, if it is a new one. */
  #rememberOne(
    turn: Turn,
    { key, url, submission }: Item,
    {
      at,
      results,
      traceparent,
    }: { at: number; results: SubmitResult[]; traceparent: string | undefined },
  ): UrlRow | undefined {
    if (this.#frontier.crawls.get(key.crawl) === undefined) {
      results[at] = { answer: SUBMITTED.crawlUnknown, rule: '', url: '' };
      return undefined;
    }
    const { source, sourceAttempt, priority, depth, hops, seed } = submission;
    const known = turn.url(key);
    if (known !== undefined) {
      const isFirst = known.source === source && known.sourceAttempt === sourceAttempt;
      results[at] = { answer: isFirst ? SUBMITTED.new : SUBMITTED.known, rule: '', url };
      return undefined;
    }
    results[at] = { answer: SUBMITTED.new, rule: '', url };
    const { nowMs } = turn;
    const found = { source, sourceAttempt, discoverMs: nowMs, depth, hops, seed, traceparent };
    const fresh = parked({ ...key, url, ...found });
    const ageMs = nowMs + Math.min(at, PARTS_OF_MS - 1) / PARTS_OF_MS;
    const row = priority === undefined ? fresh : waiting(fresh, { priority }, { nowMs, ageMs });
    if (!turn.isKnownHost(key.host)) turn.putHost(turn.host(key.host));
    turn.putUrl(row);
    turn.count(key.crawl, 'known');
    return row;
  }

  #countRefused(crawl: string, rules: ReadonlyMap<string, number>): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#frontier.lanes[this.#frontier.around.buckets.ofCrawl(crawl)]!.push({
      size: 1,
      apply: (turn) => {
        if (this.#frontier.crawls.get(crawl) === undefined) return;
        for (const [rule, times] of rules) turn.countRefused(crawl, rule, times);
      },
      done: resolve,
      failed: reject,
    });
    return promise;
  }
}

const trapOf = trapGuard();

/** What somebody named is no trap, whatever it looks like. */
function ruleAgainst(
  crawl: CrawlState,
  url: Url,
  { depth, hops, seed, nowMs }: Pick<Submission, 'depth' | 'hops' | 'seed'> & { nowMs: number },
): string | undefined {
  const { maxDepth } = crawl.row.settings;
  if (hops > MOST_HOPS) return 'hops';
  if (maxDepth !== undefined && depth > maxDepth) return 'depth';
  const outside = crawl.scope(url, hostOf(url));
  if (outside !== undefined || seed) return outside;
  const trap = trapOf(url, nowMs);
  return trap && `trap-${trap.rule}`;
}

function count(refused: Map<string, Map<string, number>>, crawl: string, rule: string): void {
  const rules = refused.get(crawl) ?? new Map<string, number>();
  refused.set(crawl, rules.set(rule, (rules.get(rule) ?? 0) + 1));
}
