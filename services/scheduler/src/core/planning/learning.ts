import { checkedHint, type HintTrust, hintTrust, UNPROVEN } from '@mayfly/echo';
import { type HostKey, hostOf, type Url } from '@mayfly/url';
import { type Announced, isFirst, type Step, stepCount } from '../announced.ts';
import type { Candidate, StepEnd } from '../ports.ts';
import type { KeptSource } from './kept-source.ts';
import { holdLoose, showPages } from './found-pages.ts';
import type { PlanState } from './plan-state.ts';
import { compareLinks } from './seen-links.ts';
import { lifeAfterFailure, lifeAfterVisit } from './source-life.ts';
import { isFrontPage, standingAgeMs, standingLinks } from './source-search.ts';

/** How far dates of each host have proved true. */
export type Hints = Map<HostKey, HintTrust | undefined>;

/** What was heard so far of a visit whose links come in several slices. */
interface Slice {
  readonly attempt: number;
  readonly links: Announced['links'][number][];
  readonly found: Map<Url, Candidate>;
}

const MOST_CHECKED = 20;
/** Clocks of servers are wrong by so much without lying. */
const CLOCK_MS = 120_000;

/** What announcements teach a plan. */
export class Learning {
  readonly #state: PlanState;
  readonly #slices = new Map<Url, Slice>();

  constructor(state: PlanState) {
    this.#state = state;
  }

  /** Each end once, and in their order; trust in the dates of hosts changes as they are checked. */
  learn(ends: readonly StepEnd[], hints: Hints, nowMs: number): void {
    for (const end of ends) this.#learn(end, hints, nowMs);
  }

  #learn({ step, found }: StepEnd, hints: Hints, nowMs: number): void {
    const { announced } = step;
    if (isFirst(step) && !announced.isRobots) this.#ended(announced, hints);
    if (announced.isPage && !announced.isRobots) this.#state.noteScheme(announced.url);
    const source = announced.isRobots ? undefined : this.#sourceOf(announced);
    if (source === undefined || announced.attempt <= source.heardAttempt) {
      holdLoose(this.#state, found, nowMs);
    } else if (announced.isPage) this.#hear(source, { step, found }, hints);
    else if (isFirst(step)) this.#fail(source, announced);
  }

  #ended(announced: Announced, hints: Hints): void {
    const { pages, policy, told } = this.#state;
    const { url, endedMs, attempt, isPage } = announced;
    this.#state.ended += 1;
    if (isPage) told.push({ kind: 'recorded', url, atMs: endedMs });
    const page = pages.number(url);
    if (page === undefined) return;
    const at = endedMs / 1_000;
    const isTrusted = hintTrust(hints.get(announced.host) ?? UNPROVEN) >= 0.5;
    const published = isTrusted ? announced.publishedMs : undefined;
    if (isPage) {
      const seconds = published === undefined ? null : published / 1_000;
      policy.crawledPage({ page, at, published: seconds, changed: announced.isNewVersion });
    } else policy.gaveUp({ kind: 'page', id: page }, at);
    pages.setOut(page, false);
    const young = pages.young(url);
    if (young === undefined) {
      pages.forget(url);
      policy.forgetPages([page]);
      return;
    }
    const { birth, birthBy } = policy.viewPage(page, at);
    const known = Number.isFinite(birth) ? { birthMs: birth * 1_000, birthBy } : {};
    const recordedMs = isPage ? endedMs : young.recordedMs;
    pages.put({ ...young, ...known, attempt: Math.max(attempt, young.attempt), recordedMs });
  }

  /** A seed, feed or sitemap is a source from its first document on; others are made ones by search or by hand. */
  #sourceOf(announced: Announced): KeptSource | undefined {
    const { url, sourceKind, isPage, depth, endedMs } = announced;
    const there = this.#state.source(url);
    if (there !== undefined) return there.removed ? undefined : there;
    // A failed seed is tried again, as what somebody named.
    if (sourceKind === undefined || !(isPage || sourceKind === 'seed')) return undefined;
    const source = this.#state.addSource(url, { kind: sourceKind, depth, nowMs: endedMs });
    if (source === undefined) return undefined;
    // Its list may come in several parts, and it must not be ordered between them.
    this.#state.setSource({ ...source, attempt: announced.attempt }, endedMs);
    return this.#state.source(url);
  }

  #fail(source: KeptSource, { attempt, endedMs }: Announced): void {
    const state = this.#state;
    const failures = source.failures + 1;
    const failed = { ...source, ...heard(source, attempt), failures, sinceMs: endedMs };
    const isPlanned = state.policy.name !== 'bfs';
    state.giveBack({ kind: 'source', id: source.number }, endedMs);
    state.setSource(isPlanned ? lifeAfterFailure(failed, endedMs) : failed, endedMs);
  }

  /** A long list comes in slices; what it says of the source is known with the last. */
  #hear(source: KeptSource, { step, found }: StepEnd, hints: Hints): void {
    const { announced } = step;
    const before = this.#slices.get(source.url);
    const slice =
      before?.attempt === announced.attempt
        ? before
        : { attempt: announced.attempt, links: [], found: new Map<Url, Candidate>() };
    slice.links.push(...step.links);
    for (const candidate of found) slice.found.set(candidate.url, candidate);
    if (!isLast(step)) {
      this.#slices.set(source.url, slice);
      return;
    }
    this.#slices.delete(source.url);
    this.#crawled(source, announced, slice, hints);
  }

  #crawled(before: KeptSource, announced: Announced, slice: Slice, hints: Hints): void {
    const state = this.#state;
    const { endedMs, sourceKind } = announced;
    const links = slice.links.filter(
      ({ url, isBeside }) => isBeside !== true && state.belongs(url) && url !== before.url,
    );
    const urls = links.map(({ url }) => url);
    // An answer without a body has no links: the list is what it was.
    const isSame = announced.isUnchanged && urls.length === 0;
    const change = isSame ? undefined : compareLinks(before, urls);
    const isTrusted = hintTrust(this.#checkDates(before, slice, hints)) >= 0.5;
    const beside = takeBeside(slice, new Set(urls));
    const found = slice.found.size;
    const visited = {
      ...afterVisit(before, { announced, found }),
      ...(change?.seen ?? {}),
      ...(change !== undefined && isFrontPage(before.url)
        ? { standing: standingLinks(before.standing, urls, endedMs) }
        : {}),
      kind: before.kind === 'by-hand' ? before.kind : (sourceKind ?? before.kind),
    };
    const ageMs = standingAgeMs(state.settings.sourceAgeMs, endedMs - state.crawl.createdMs);
    const isPlanned = state.policy.name !== 'bfs';
    const life = { found, nowMs: endedMs, ageMs };
    state.setSource(isPlanned ? lifeAfterVisit(visited, life) : visited, endedMs);
    showPages(state, {
      ...{ source: visited, found: slice.found, foundMs: endedMs },
      links: isTrusted ? links : links.map(({ url }) => ({ url, datedMs: undefined })),
      fresh: change?.fresh ?? new Set(),
      overflow: change?.overflow ?? false,
    });
    holdLoose(state, beside, endedMs);
  }

  /** A page that is new on a list was born since the last visit; a date that says otherwise is wrong. */
  #checkDates({ url, lastCrawlMs, sinceMs }: KeptSource, slice: Slice, hints: Hints): HintTrust {
    const host = hostOf(url);
    let trust = hints.get(host) ?? UNPROVEN;
    if (lastCrawlMs === undefined) return trust;
    let checked = 0;
    for (const { url: page, datedMs } of slice.links) {
      if (datedMs === undefined || !slice.found.has(page) || checked >= MOST_CHECKED) continue;
      checked += 1;
      const isRight = datedMs >= Math.min(lastCrawlMs, sinceMs) - CLOCK_MS;
      trust = checkedHint(trust, isRight);
    }
    if (checked > 0) hints.set(host, trust);
    return trust;
  }
}

/** What was found beside a list is taken out of what was found on it: it says nothing of how often that brings something. */
function takeBeside(slice: Slice, listed: ReadonlySet<Url>): Candidate[] {
  return slice.links.flatMap(({ url, isBeside }) => {
    const candidate = isBeside === true && !listed.has(url) ? slice.found.get(url) : undefined;
    if (candidate === undefined) return [];
    slice.found.delete(url);
    return [candidate];
  });
}

function heard(before: KeptSource, attempt: number) {
  return { attempt: Math.max(attempt, before.attempt), heardAttempt: attempt };
}

function afterVisit(
  before: KeptSource,
  { announced, found }: { readonly announced: Announced; readonly found: number },
): KeptSource {
  const { attempt, depth, endedMs } = announced;
  return {
    ...before,
    ...heard(before, attempt),
    ...{ depth, sinceMs: endedMs, lastCrawlMs: endedMs, failures: 0 },
    crawls: before.crawls + 1,
    newLinks: before.newLinks + found,
    quiet: found > 0 ? 0 : before.quiet + 1,
    lastNewMs: found > 0 ? endedMs : before.lastNewMs,
    firstCrawlMs: before.firstCrawlMs ?? endedMs,
    firstLinks: before.crawls === 0 ? found : before.firstLinks,
  };
}

function isLast({ announced, index }: Step): boolean {
  return announced.part >= announced.parts - 1 && index === stepCount(announced) - 1;
}
