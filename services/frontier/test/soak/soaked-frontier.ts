import { setTimeout as delay } from 'node:timers/promises';
import type { GetBucketsResponse, Lease } from '@mayfly/contracts/frontier/v1';
import { eventually } from '@mayfly/testing';
import { bucketOf, type HostKey } from '@mayfly/url';
import type { AskedWeb } from './asked-web.ts';
import { FrontierClients } from './frontier-clients.ts';
import type { FrontierPlace } from './frontier-place.ts';
import { imbalances } from './ledger-counts.ts';
import { judgeManners } from './manners-verdict.ts';
import { ANSWER, SoakFetcher } from './soak-fetcher.ts';
import { type Acknowledged, CRAWLS, HOSTS, SoakLoad } from './soak-load.ts';

const FETCHERS = 4;
const SUBMITTERS = 2;
const LEASES_A_FETCHER = 20;
const MOST_LOOKED_FOR = 1_000;
const END_WITHIN_MS = 60_000;
/** Longer than any lease lasts. */
const EXPIRED_AFTER_MS = 6_500;
const EXPIRED_WITHIN_MS = 120_000;
const PAGE_KIND = 1;
/** A replica with so many hosts is worth being killed. */
const FEWEST_HOSTS = 5;

/** The manners of the soak: every sixth host has a crawl delay. */
const DELAY_MS = 100;
const CRAWL_DELAY_MS = 300;
const BUSY_FACTOR = 2;

/** Buckets whose owners are at addresses of a kind. */
function ownedOf(
  map: GetBucketsResponse | undefined,
  isMeant: (address: string) => boolean,
): ReadonlySet<number> {
  const owned = new Set<number>();
  for (const { first, last, address } of map?.ranges ?? []) {
    if (!isMeant(address)) continue;
    for (let bucket = first; bucket <= last; bucket += 1) owned.add(bucket);
  }
  return owned;
}

const crawlDelayOf = (host: string): number | undefined =>
  HOSTS.indexOf(host) % 6 === 0 ? CRAWL_DELAY_MS : undefined;

const neededOf = (host: string) => ({
  ...{ delayMs: crawlDelayOf(host) ?? DELAY_MS, busyFactor: BUSY_FACTOR },
});

/** Frontiers under load, and everything that they have acknowledged. */
export class SoakedFrontier implements AsyncDisposable {
  leases = 0;
  settled = 0;
  requests = 0;
  readonly #clients: FrontierClients;
  readonly #web: AskedWeb;
  readonly #load: SoakLoad;
  readonly #fetchers: readonly SoakFetcher[];
  readonly #stop = new AbortController();
  readonly #giveUp = new AbortController();
  readonly #lostLeases: string[] = [];
  readonly #badManners = new Set<string>();
  /** Told of every lease. */
  readonly #watchers = new Set<(lease: Lease) => void>();
  #work: Promise<unknown> = Promise.resolve();

  private constructor(clients: FrontierClients, web: AskedWeb, random: () => number) {
    const signals = { stop: this.#stop.signal, giveUp: this.#giveUp.signal };
    this.#clients = clients;
    this.#web = web;
    this.#load = new SoakLoad(clients, random, signals);
    this.#fetchers = Array.from({ length: FETCHERS }, (_, at) => {
      const what = { id: `fetcher-${at + 1}`, clients, web, maxLeases: LEASES_A_FETCHER };
      const told = {
        leased: (lease: Lease) => this.#leased(lease),
        settled: (lease: Lease, answer: number) => this.#settledAs(lease, answer),
      };
      return new SoakFetcher({ ...what, ...told, crawlDelayMs: crawlDelayOf }, signals);
    });
  }

  static async open(
    { processes }: FrontierPlace,
    web: AskedWeb,
    random: () => number,
  ): Promise<SoakedFrontier> {
    const addresses = processes.map(({ address }) => address);
    const clients = await FrontierClients.open('frontier-soak', addresses);
    const scope = { sites: [], hosts: [], prefixes: [], domains: ['test'] };
    const crawls = CRAWLS.map((name) => ({
      ...{ name, revision: 1, paused: false, deleted: false },
      settings: { scope, policy: 1 as const, private: false },
    }));
    for (const client of clients.all()) await client.putCrawls({ crawls });
    return new SoakedFrontier(clients, web, random);
  }

  get acknowledged(): number {
    return this.#load.acknowledged.size;
  }

  begin(): void {
    const submitters = Array.from({ length: SUBMITTERS }, () => this.#load.submit());
    const fetchers = this.#fetchers.map((each) => each.run());
    this.#work = Promise.all([...submitters, this.#load.price(), ...fetchers]);
    // A failure is heard when the work is waited for.
    this.#work.catch(() => {});
  }

  /** Takes no more leases, and waits until everything that is under way was reported or has expired. */
  async end(): Promise<void> {
    this.#stop.abort();
    setTimeout(() => this.#giveUp.abort(), END_WITHIN_MS).unref();
    await this.#work;
    // Leases whose answers were lost expire; after a kill the database may keep their rows for a while.
    const noneIsOut = async () => {
      const ledger = await this.#clients.ledger(undefined, AbortSignal.timeout(EXPIRED_AFTER_MS));
      return ledger?.out === 0;
    };
    const within = { what: 'no lease is out', withinMs: EXPIRED_WITHIN_MS, everyMs: 200 };
    await eventually(noneIsOut, within).catch(() => undefined);
  }

  /** Waits until new URLs are acknowledged and leases are settled. */
  async untilAtWork(withinMs: number): Promise<void> {
    const { acknowledged, settled } = this;
    const isAtWork = () => this.acknowledged > acknowledged && this.settled > settled;
    await eventually(isAtWork, { what: 'the frontier is at work', withinMs, everyMs: 20 });
  }

  /** What a replica owns, once it has some of the hosts: one that has just joined owns nothing yet. */
  async shareOf(address: string, withinMs: number): Promise<ReadonlySet<number>> {
    let owned: ReadonlySet<number> = new Set();
    const hasHosts = async () => {
      owned = ownedOf(await this.#clients.buckets(), (owner) => owner === address);
      const hosts = HOSTS.filter((host) => owned.has(bucketOf(host as HostKey)));
      return hosts.length >= FEWEST_HOSTS;
    };
    const what = `${address} owns hosts`;
    await eventually(hasHosts, { what, withinMs, everyMs: 100 }).catch(async (cause: unknown) => {
      throw new Error(`${what}: ${await this.#owners()}`, { cause });
    });
    return owned;
  }

  /** How many buckets each owns, for whoever looks for the reason of a failure. */
  async #owners(): Promise<string> {
    const counts = new Map<string, number>();
    for (const { first, last, address } of (await this.#clients.buckets())?.ranges ?? []) {
      counts.set(address, (counts.get(address) ?? 0) + last - first + 1);
    }
    return [...counts].map(([address, count]) => `${count} at ${address}`).join(', ');
  }

  /** How long it takes until those buckets belong to others. */
  async untilOwnedAgain(
    buckets: ReadonlySet<number>,
    address: string,
    withinMs: number,
  ): Promise<number> {
    const startMs = performance.now();
    const areOwned = async () => {
      const owned = ownedOf(await this.#clients.buckets(), (owner) => owner !== address);
      return [...buckets].every((bucket) => owned.has(bucket));
    };
    const within = { what: 'the buckets belong to others', withinMs, everyMs: 100 };
    // Whoever reads how long it took sees that it was too long.
    await eventually(areOwned, within).catch(() => {});
    return performance.now() - startMs;
  }

  /** How long it takes until something of those buckets is leased. */
  async untilLeasedOf(buckets: ReadonlySet<number>, withinMs: number): Promise<number> {
    const startMs = performance.now();
    const { promise, resolve } = Promise.withResolvers<void>();
    const watch = ({ host }: Lease) => {
      if (buckets.has(bucketOf(host as HostKey))) resolve();
    };
    this.#watchers.add(watch);
    await Promise.race([promise, delay(withinMs, undefined, { ref: false })]);
    this.#watchers.delete(watch);
    return performance.now() - startMs;
  }

  /** Acknowledged URLs that are not there or have forgotten an attempt, and answers of somebody who forgot. */
  async lost(withinMs: number): Promise<string[]> {
    const found = this.#load.forgotten.splice(0);
    for (const crawl of CRAWLS) {
      const all = [...this.#load.acknowledged.values()].filter((each) => each.crawl === crawl);
      for (let from = 0; from < all.length; from += MOST_LOOKED_FOR) {
        const some = all.slice(from, from + MOST_LOOKED_FOR);
        found.push(...(await this.#missing(crawl, some, withinMs)));
      }
    }
    return found;
  }

  async #missing(
    crawl: string,
    some: readonly Acknowledged[],
    withinMs: number,
  ): Promise<string[]> {
    const attempts = some.map(({ attempt }) => attempt);
    const answer = await this.#clients.read(
      (client) => client.getUrls({ crawl, urls: some.map(({ url }) => url) }),
      AbortSignal.timeout(withinMs),
    );
    if (answer === undefined) return [`nobody tells of ${some.length} URLs`];
    return some.flatMap(({ url }, at) => {
      const info = answer.urls[at];
      if (info?.state === undefined) return [`${url} is not there`];
      if ((info.lastAttempt ?? 0) >= attempts[at]!) return [];
      return [`${url} has forgotten its attempt ${attempts[at]}`];
    });
  }

  takeLostLeases(): string[] {
    return this.#lostLeases.splice(0);
  }

  /** Books that do not add up. */
  async unbalanced(withinMs: number): Promise<string[]> {
    const found: string[] = [];
    for (const crawl of [undefined, ...CRAWLS]) {
      const ledger = await this.#clients.ledger(crawl, AbortSignal.timeout(withinMs));
      if (ledger === undefined) found.push(`nobody tells the books of ${crawl ?? 'all'}`);
      else found.push(...imbalances(ledger).map((each) => `${crawl ?? 'all'}: ${each}`));
    }
    return found;
  }

  /** When nothing is under way any more, the books say what was done and nothing else. */
  async miscounted(withinMs: number): Promise<string[]> {
    const found: string[] = [];
    const all = await this.#clients.ledger(undefined, AbortSignal.timeout(withinMs));
    const { known = -1, settled = -1, out = -1, given = -1 } = all ?? {};
    const compare = (what: string, is: number, should: number) => {
      if (is !== should) found.push(`${is} ${what}, and it should be ${should}`);
    };
    compare('URLs are known', known, this.acknowledged);
    compare('leases are settled', settled, this.settled);
    compare('leases are out', out, 0);
    if (given < this.leases) found.push(`${given} leases given, and ${this.leases} came`);
    let sum = 0;
    for (const crawl of CRAWLS) {
      sum += (await this.#clients.ledger(crawl, AbortSignal.timeout(withinMs)))?.known ?? 0;
    }
    compare('URLs are known in the crawls', sum, known);
    return found;
  }

  /** What the web server saw and should not have, since it was last asked. */
  async newBadManners(): Promise<{ tooSoon: string[]; atOnce: string[] }> {
    const verdict = judgeManners(await this.#web.asked(), neededOf);
    this.requests = verdict.requests;
    const fresh = (all: readonly string[]) => all.filter((each) => !this.#badManners.has(each));
    const found = { tooSoon: fresh(verdict.tooSoon), atOnce: fresh(verdict.atOnce) };
    for (const each of [...found.tooSoon, ...found.atOnce]) this.#badManners.add(each);
    return found;
  }

  #leased(lease: Lease): void {
    this.leases += 1;
    for (const watch of this.#watchers) watch(lease);
  }

  #settledAs({ url, crawl, kind, attempt }: Lease, answer: number): void {
    if (answer === ANSWER.done) this.settled += 1;
    else if (answer !== ANSWER.expired) {
      this.#lostLeases.push(`the lease of ${url} was answered ${answer}`);
    }
    const known = this.#load.acknowledged.get(`${crawl} ${url}`);
    if (kind === PAGE_KIND && known !== undefined) known.attempt = attempt;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    this.#giveUp.abort();
    await this.#work.catch(() => {});
    await this.#clients[Symbol.asyncDispose]();
  }
}
