import { type HostKey, hostOf, normaliseUrl, type Url, trapGuard } from '@mayfly/url';
import { batchesOf } from './batches.ts';
import type { CrawlState } from './crawls.ts';
import type { Frontier } from './frontier.ts';
import { isNotOwner } from './lane.ts';
import type { UrlName, UrlRow } from './rows.ts';
import type { Turn } from './turn.ts';
import { shrunk, unfetched } from './quotas.ts';
import { parked, waiting } from './url-state.ts';
import type { Waking } from './waking.ts';

/** How a submission ended; the numbers are those of the contract. */
export const SUBMITTED = { new: 1, known: 2, refused: 3, crawlUnknown: 4, notOwner: 5 } as const;

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
  readonly group?: string | undefined;
}

export interface SubmitResult {
  readonly answer: (typeof SUBMITTED)[keyof typeof SUBMITTED];
  readonly rule: string;
  readonly url: string;
  /** Where another replica has to be asked: the host. */
  readonly host?: HostKey;
}

interface Item {
  readonly bucket: number;
  readonly name: UrlName;
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
    const rule = ruleOfCrawl(crawl, url, submission);
    if (rule !== undefined) return { answer: SUBMITTED.refused, rule, url };
    const name = this.#frontier.nameOf(crawl.name, url);
    return { bucket: name.bucket, name, url, submission };
  }

  #remember(
    bucket: number,
    some: readonly { readonly at: number; readonly item: Item }[],
    { results, traceparent }: { results: SubmitResult[]; traceparent: string | undefined },
  ): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    let waits: UrlRow[] = [];
    this.#frontier.push(bucket, {
      size: some.length + 3,
      names: some.map(({ item }) => item.name),
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
      failed: (error) => {
        if (!isNotOwner(error)) {
          reject(error);
          return;
        }
        for (const { at, item } of some) {
          const { host } = item.name;
          results[at] = { answer: SUBMITTED.notOwner, rule: '', url: '', host };
        }
        resolve();
      },
    });
    return promise;
  }

  /** The row, if it is a new one. */
  #rememberOne(
    turn: Turn,
    { name, url, submission }: Item,
    {
      at,
      results,
      traceparent,
    }: { at: number; results: SubmitResult[]; traceparent: string | undefined },
  ): UrlRow | undefined {
    if (this.#frontier.crawls.get(name.crawl) === undefined) {
      results[at] = { answer: SUBMITTED.crawlUnknown, rule: '', url: '' };
      return undefined;
    }
    const { source, sourceAttempt, priority, depth, hops, seed, group } = submission;
    const known = turn.find(name);
    if (known !== undefined) {
      const isFirst = known.source === source && known.sourceAttempt === sourceAttempt;
      results[at] = { answer: isFirst ? SUBMITTED.new : SUBMITTED.known, rule: '', url };
      return undefined;
    }
    // Only now: what is known is no trap any more, and most submissions are of what is known.
    const rule = seed ? undefined : (ruleOfTraps(url, turn.nowMs) ?? this.#fullQuota(turn, name));
    if (rule !== undefined) {
      turn.countRefused(name.crawl, rule, 1);
      results[at] = { answer: SUBMITTED.refused, rule, url };
      return undefined;
    }
    results[at] = { answer: SUBMITTED.new, rule: '', url };
    const { nowMs } = turn;
    const place = { depth, hops, seed, traceparent, group };
    const found = { source, sourceAttempt, discoverMs: nowMs, ...place };
    const fresh = parked({ ...turn.newKey(name), url, ...found });
    const ageMs = nowMs + Math.min(at, PARTS_OF_MS - 1) / PARTS_OF_MS;
    const row = priority === undefined ? fresh : waiting(fresh, { priority }, { nowMs, ageMs });
    turn.putUrl(row);
    return row;
  }

  /** The quota that has no room for another URL; what somebody named has room in any case. */
  #fullQuota(turn: Turn, { crawl, host }: UrlName): string | undefined {
    const { around, crawls, sites } = this.#frontier;
    const set = crawls.get(crawl)?.row.settings;
    const row = turn.host(host);
    const hostQuota = set?.hostUrlQuota ?? around.settings.quotas.host;
    if (unfetched(row.counts[crawl]) >= shrunk(hostQuota, row.novelty)) return 'quota-host';
    const siteQuota = set?.siteUrlQuota ?? around.settings.quotas.site;
    return sites.isFull(crawl, host, siteQuota) ? 'quota-site' : undefined;
  }

  #countRefused(crawl: string, rules: ReadonlyMap<string, number>): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const [lane] = this.#frontier.owned();
    // They have no host, so that any bucket will do; without one nothing is answered as refused but by chance.
    this.#frontier.push(lane?.bucket ?? 0, {
      size: 1,
      apply: (turn) => {
        if (this.#frontier.crawls.get(crawl) === undefined) return;
        for (const [rule, times] of rules) turn.countRefused(crawl, rule, times);
      },
      done: resolve,
      failed: (error) => (isNotOwner(error) ? resolve() : reject(error)),
    });
    return promise;
  }
}

const trapOf = trapGuard();

/** The rule that refuses a URL, as far as it can be told without its host's row. */
export function ruleAgainst(
  crawl: CrawlState,
  url: Url,
  about: Pick<Submission, 'depth' | 'hops' | 'seed'> & { readonly nowMs: number },
): string | undefined {
  // What somebody named is no trap, whatever it looks like.
  return ruleOfCrawl(crawl, url, about) ?? (about.seed ? undefined : ruleOfTraps(url, about.nowMs));
}

function ruleOfCrawl(
  crawl: CrawlState,
  url: Url,
  { depth, hops }: Pick<Submission, 'depth' | 'hops'>,
): string | undefined {
  const { maxDepth } = crawl.row.settings;
  if (hops > MOST_HOPS) return 'hops';
  if (maxDepth !== undefined && depth > maxDepth) return 'depth';
  return crawl.scope(url, hostOf(url));
}

function ruleOfTraps(url: Url, nowMs: number): string | undefined {
  const trap = trapOf(url, nowMs);
  return trap && `trap-${trap.rule}`;
}

function count(refused: Map<string, Map<string, number>>, crawl: string, rule: string): void {
  const rules = refused.get(crawl) ?? new Map<string, number>();
  refused.set(crawl, rules.set(rule, (rules.get(rule) ?? 0) + 1));
}
