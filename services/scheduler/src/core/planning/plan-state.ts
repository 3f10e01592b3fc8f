import { type HostLimit, type Job, openPolicy, type Plan, type Policy } from '@mayfly/echo';
import { type HostKey, hostOf, type Url } from '@mayfly/url';
import { type Crawl, policyOf } from '../crawl.ts';
import { belongsTo } from '../crawl-scopes.ts';
import type { PageBirth, SourceKind } from '../plan-desk.ts';
import type { HostRest } from '../ports.ts';
import { type KeptSource, newSource } from './kept-source.ts';
import { Numbers } from './numbers.ts';
import { type PageBounds, PageShelf } from './page-shelf.ts';
import type { YoungPage } from './young-page.ts';

/** Settings of all plans. */
export interface PlanSettings {
  readonly pages: PageBounds;
  readonly sources: number;
  readonly logPeriodMs: number;
  readonly searchMs: number;
  readonly sourceAgeMs: number;
}

/** Rows that have to be written for what was learned. */
export interface PlanChanges {
  readonly sources: readonly KeptSource[];
  readonly pages: readonly YoungPage[];
  readonly gonePages: readonly Url[];
  /** Sources that were none before. */
  readonly newSources: readonly Url[];
}

/** What is to be told of pages once it is durable. */
export type Told =
  | { readonly kind: 'found'; readonly page: PageBirth }
  | { readonly kind: 'recorded'; readonly url: Url; readonly atMs: number };

/** A rest that differs by less is the same: each answer takes its own time. */
const REST_CHANGE = 1.25;
/** One that is shorter is none: the policy is asked in steps of this, and would give one page a step. */
const SHORTEST_REST_MS = 100;
/** A rate is believed before anything was measured. */
const FIRST_RATE = 1;

/** A crawl's policy with the names of what it numbers. All that is learned and decided of the crawl meets here. */
export class PlanState {
  crawl: Crawl;
  readonly settings: PlanSettings;
  readonly policy: Policy;
  readonly pages: PageShelf;
  readonly hosts = new Numbers<HostKey>();
  readonly #schemes = new Map<HostKey, string>();
  readonly #rests = new Map<number, number>();
  readonly #sources = new Map<Url, KeptSource>();
  readonly #byNumber = new Map<number, Url>();
  #nextNumber = 0;
  #changed = new Set<Url>();
  #new: Url[] = [];
  #scopeRevision = -1;
  #belongs: (url: Url) => boolean = () => false;
  told: Told[] = [];
  /** Attempts that ended since the rate was measured. */
  ended = 0;
  rate: number;

  constructor(crawl: Crawl, settings: PlanSettings, random: () => number) {
    this.crawl = crawl;
    this.settings = settings;
    this.pages = new PageShelf(settings.pages);
    this.rate = crawl.settings.limits?.requestsPerSecond ?? FIRST_RATE;
    this.policy = openPolicy(policyOf(crawl), {
      ...{ rate: this.rate, start: crawl.createdMs / 1_000, random },
      // Servers and search engines report whatever readers open, whether or not we have fetched it.
      feedback: 'all',
      // What a log taught counts at once: there are thousands of sources here, not a million.
      replanSeconds: settings.logPeriodMs / 1_000,
    });
    this.update(crawl);
  }

  /** The crawl as it is now. */
  update(crawl: Crawl): void {
    const before = hostRate(this.crawl);
    this.crawl = crawl;
    if (hostRate(crawl) !== before) {
      this.policy.limitHosts([...this.hosts.numbers()].map((host) => this.#limit(host)));
    }
    if (this.#scopeRevision === crawl.revision) return;
    this.#scopeRevision = crawl.revision;
    const decide = belongsTo(crawl);
    this.#belongs = (url) => decide(url, hostOf(url));
  }

  belongs(url: Url): boolean {
    return this.#belongs(url);
  }

  /** Whether the limit of hosts makes it worth asking a little ahead of time. */
  get hasHostLimits(): boolean {
    return hostRate(this.crawl) < Infinity || this.#rests.size > 0;
  }

  host(host: HostKey): number {
    const there = this.hosts.get(host);
    if (there !== undefined) return there;
    const number = this.hosts.take(host);
    const limit = this.#limit(number);
    if (limit.rate < Infinity) this.policy.limitHosts([limit]);
    return number;
  }

  /** How long hosts rest between two requests, as the frontier last said: only it knows their robots.txt and how slow they are. */
  hostsRest(rests: readonly HostRest[]): void {
    const limits = rests.flatMap(({ host, restMs: saidMs }) => {
      const number = this.hosts.get(host);
      const restMs = saidMs < SHORTEST_REST_MS ? 0 : saidMs;
      if (number === undefined || !isOtherRest(this.#rests.get(number) ?? 0, restMs)) return [];
      if (restMs > 0) this.#rests.set(number, restMs);
      else this.#rests.delete(number);
      return [this.#limit(number)];
    });
    if (limits.length > 0) this.policy.limitHosts(limits);
  }

  #limit(host: number): HostLimit {
    const restMs = this.#rests.get(host) ?? 0;
    const byRest = restMs > 0 ? 1_000 / restMs : Infinity;
    return { host, rate: Math.min(byRest, hostRate(this.crawl)) };
  }

  /** A page of its host came by this URL. */
  noteScheme(url: Url): void {
    this.#schemes.set(hostOf(url), url.slice(0, url.indexOf(':')));
  }

  /** By what scheme pages of a host come, as far as one has. */
  schemeOf(host: HostKey): string | undefined {
    return this.#schemes.get(host);
  }

  get sourceCount(): number {
    return this.#sources.size;
  }

  allSources(): IterableIterator<KeptSource> {
    return this.#sources.values();
  }

  source(url: Url): KeptSource | undefined {
    return this.#sources.get(url);
  }

  sourceAt(number: number): KeptSource | undefined {
    const url = this.#byNumber.get(number);
    return url === undefined ? undefined : this.#sources.get(url);
  }

  /** Makes it a source; undefined where there are as many as may be. */
  addSource(
    url: Url,
    about: { readonly kind: SourceKind; readonly depth: number; readonly nowMs: number },
  ): KeptSource | undefined {
    if (this.#sources.size >= this.settings.sources) return undefined;
    const source = newSource({ url, number: this.#nextNumber, ...about });
    this.#shelve(source);
    this.#changed.add(url);
    this.#new.push(url);
    const page = this.pages.forget(url);
    if (page !== undefined) this.policy.forgetPages([page]);
    this.#enter(source, about.nowMs);
    return source;
  }

  loadSource(source: KeptSource): void {
    this.#shelve(source);
    if (source.crawls > 0) this.noteScheme(source.url);
    if (source.state !== 'retired') this.#enter(source, source.addedMs);
  }

  #shelve(source: KeptSource): void {
    this.#sources.set(source.url, source);
    this.#byNumber.set(source.number, source.url);
    this.#nextNumber = Math.max(this.#nextNumber, source.number + 1);
  }

  #enter({ url, number, learned }: KeptSource, nowMs: number): void {
    const host = this.host(hostOf(url));
    if (learned === undefined) {
      this.policy.addSources([{ source: number, host }], nowMs / 1_000);
    } else this.policy.loadSources([{ ...learned, source: number, host }]);
  }

  /** What is known of a source now; one that retires leaves the policy, one that comes back enters it again. */
  setSource(after: KeptSource, nowMs: number): void {
    const before = this.#sources.get(after.url);
    if (before === undefined || before === after) return;
    this.#changed.add(after.url);
    if (before.state !== 'retired' && after.state === 'retired') {
      const learned = this.#learned(after.number) ?? after.learned;
      this.#sources.set(after.url, { ...after, learned });
      this.policy.removeSources([after.number]);
      return;
    }
    this.#sources.set(after.url, after);
    if (before.state === 'retired' && after.state !== 'retired') this.#enter(after, nowMs);
  }

  /** The policy learned something of it. */
  touchSource(number: number): void {
    const url = this.#byNumber.get(number);
    if (url !== undefined) this.#changed.add(url);
  }

  /** What is going to be done: no more visits than the crawl lets happen. */
  plan(nowMs: number): Plan {
    const { revisitIntervalMs } = this.crawl.settings;
    const at = nowMs / 1_000;
    if (revisitIntervalMs !== undefined) return this.policy.plan(at, revisitIntervalMs / 1_000);
    return { ...this.policy.plan(at), sourceRate: 0, pageRate: 0, expectedProfit: 0 };
  }

  giveBack(job: Job, nowMs: number, tryAgain = false): void {
    if (job.kind === 'page') this.pages.setOut(job.id, false);
    if (job.kind === 'page' && tryAgain) this.pages.setWaiting(job.id);
    this.policy.gaveUp(job, nowMs / 1_000, tryAgain);
  }

  /** Forgets a page that no source showed. */
  forgetLoose(page: number): void {
    const url = this.pages.urlOf(page);
    if (url === undefined || this.pages.young(url) !== undefined) return;
    this.pages.forget(url);
    this.policy.forgetPages([page]);
  }

  takeChanges(): PlanChanges {
    const sources = [...this.#changed].flatMap((url) => {
      const source = this.#sources.get(url);
      if (source === undefined) return [];
      const kept = { ...source, learned: this.#learned(source.number) ?? source.learned };
      this.#sources.set(url, kept);
      return [kept];
    });
    const newSources = this.#new;
    this.#changed = new Set();
    this.#new = [];
    const { put, gone } = this.pages.takeChanges();
    return { sources, pages: put, gonePages: gone, newSources };
  }

  #learned(number: number) {
    const record = this.policy.saveSource(number);
    if (record === undefined) return undefined;
    const { source: _source, host: _host, ...learned } = record;
    return learned;
  }
}

function isOtherRest(beforeMs: number, restMs: number): boolean {
  return restMs > beforeMs * REST_CHANGE || restMs * REST_CHANGE < beforeMs;
}

/** What the crawl itself says of how often a host may be asked; the frontier keeps to that and to more. */
function hostRate({ settings: { manners, limits } }: Crawl): number {
  const { delayMs = 0, leasesAtATime = 1 } = manners ?? {};
  const byDelay = delayMs > 0 ? (1_000 * leasesAtATime) / delayMs : Infinity;
  return Math.min(byDelay, limits?.siteRequestsPerSecond ?? Infinity);
}
