import type { Clock } from '@mayfly/clock';
import { HOST_BUCKETS, type HostKey, hostOf, type Url } from '@mayfly/url';
import { Books } from './books.ts';
import type { BucketOwner } from './bucket-map.ts';
import { bucketRead, meetHost } from './bucket-reading.ts';
import { Budget } from './budget.ts';
import type { Buckets } from './buckets.ts';
import { Crawls } from './crawls.ts';
import type { HostState } from './host-state.ts';
import { Lane, type LaneAround, notOwner, type Op } from './lane.ts';
import { type Manners, politer } from './manners.ts';
import { PageSlices } from './page-slices.ts';
import type { OwnedBucket, SetBudgets, Tables } from './ports.ts';
import { Sites } from './quotas.ts';
import { Rates } from './rates.ts';
import type { HostRow, Rest, UrlName } from './rows.ts';
import { hashOfUrl } from './row-id.ts';
import { Servers } from './servers.ts';
import type { FrontierSettings } from './settings.ts';
import { SiteRates } from './site-rates.ts';

export interface FrontierAround {
  readonly tables: Tables;
  readonly buckets: Buckets;
  readonly clock: Clock;
  readonly random: () => number;
  readonly settings: FrontierSettings;
  /** Who owns a bucket, as far as is known; undefined where nobody does. */
  readonly ownerOf: (bucket: number) => BucketOwner | undefined;
  /** The id of this replica; empty before it has one. */
  readonly replica: () => string;
}

/** A host that rests longer than this is worth a mention. */
export const LONG_REST_MS = 60_000;

/** What there is: crawls, buckets, hosts in memory, counts and budgets. The rules work on it. */
export class Frontier {
  readonly around: FrontierAround;
  readonly books = new Books();
  readonly crawls: Crawls;
  /** One for each bucket that is ours. */
  readonly lanes: (Lane | undefined)[];
  /** Hosts that rest long, and some that did. */
  readonly longRests = new Set<HostState>();
  /** When the budgets of the owner before are full again, by the wall clock. */
  readonly budgetsBefore = new Map<string, number>();
  readonly servers: Servers;
  readonly sites = new Sites();
  readonly #gaining = new Set<Promise<unknown>>();
  /** Ours, and being read. */
  readonly #loading = new Map<number, Lane>();
  readonly pageSlices: PageSlices;
  readonly rates: Rates;
  readonly budget: Budget;
  readonly siteRates = new SiteRates();
  #budgetsRevision = 0;
  /** Whether all buckets are ours, and stay ours: then limits are kept by our own books. */
  isWhole = false;
  #leavings = 0;
  /** Told of every host that came into memory or has changed by reading. */
  onReload: (hosts: Iterable<HostState>) => void = () => {};
  /** Told of hosts for which there may be room by now: at a machine that they share, or in a limit that replicas share. */
  onRoom: (hosts: Iterable<HostState>) => void = () => {};
  /** Drawings from shared limits that are under way. */
  readonly draws = new Set<Promise<void>>();

  constructor(around: FrontierAround) {
    const { settings, clock, buckets } = around;
    this.around = around;
    this.crawls = new Crawls(settings.manners, settings.byHandPrivate);
    this.servers = new Servers(settings.servers);
    this.budget = new Budget(settings.requestsPerSecond, clock.monotonicMs());
    this.pageSlices = new PageSlices(this);
    this.rates = new Rates(this);
    this.lanes = new Array<Lane | undefined>(buckets.count).fill(undefined);
  }

  /** Reads the crawls that there are. */
  async load(): Promise<void> {
    const { tables, clock } = this.around;
    const nowMs = clock.monotonicMs();
    for (const row of await tables.crawls()) {
      this.crawls.put(row, nowMs, (name) => this.budgetLeftMs(name));
    }
    const budgets = await tables.setBudgets();
    if (budgets !== undefined) this.takeBudgets(budgets);
  }

  /** Whether these are newer than what was known. The setting is the upper bound. */
  takeBudgets({ revision, requestsPerSecond = Infinity, sites }: SetBudgets): boolean {
    if (revision <= this.#budgetsRevision) return false;
    const { clock, settings } = this.around;
    const nowMs = clock.monotonicMs();
    this.#budgetsRevision = revision;
    this.budget.setRate(Math.min(settings.requestsPerSecond, requestsPerSecond), nowMs);
    this.siteRates.put(sites, nowMs, (name) => this.budgetLeftMs(name));
    return true;
  }

  /** Buckets are ours: reads what they hold, and works on them from then on. */
  async gain(buckets: readonly OwnedBucket[]): Promise<void> {
    const lanes = buckets.map((owned) => new Lane(owned, this.#laneAround()));
    const gaining = this.#serve(lanes);
    this.#gaining.add(gaining);
    await gaining.finally(() => this.#gaining.delete(gaining));
  }

  /** Ends when all that was gained so far is read. */
  async loaded(): Promise<void> {
    await Promise.all(this.#gaining);
  }

  /** Buckets are to be somebody else's; ends when nothing of them is under way. */
  async leave(buckets: readonly number[]): Promise<void> {
    const lanes = buckets.flatMap((bucket) => this.lanes[bucket] ?? []);
    // Whoever gets them draws nothing of a limit before we say what we need of it, and what we chose by our books alone.
    this.#leavings += 1;
    this.#ownsOthers();
    try {
      await Promise.all([...lanes.map((lane) => lane.leave()), this.rates.tell()]);
      for (const lane of lanes) this.#forget(lane);
    } finally {
      this.#leavings -= 1;
      this.#ownsOthers();
    }
  }

  /** Buckets are somebody else's. */
  drop(buckets: readonly number[]): void {
    for (const bucket of buckets) {
      this.#loading.delete(bucket);
      this.#cut(this.lanes[bucket]);
    }
    this.#ownsOthers();
  }

  #cut(lane: Lane | undefined): void {
    lane?.cut();
    if (lane !== undefined) this.#forget(lane);
  }

  /** Reads buckets anew of which it is not known what was written last: a lease that nobody heard of expires too. */
  catchUp(): void {
    for (const lane of this.lanes) lane?.catchUp();
  }

  /** What a URL of a crawl is found by. */
  nameOf(crawl: string, url: Url): UrlName {
    const host = hostOf(url);
    return { bucket: this.around.buckets.ofHost(host), crawl, host, hash: hashOfUrl(url) };
  }

  /** Has something done with a bucket; it fails with NOT_OWNER where the bucket is not ours. */
  push(bucket: number, op: Op): void {
    const lane = this.lanes[bucket];
    if (lane === undefined) op.failed(notOwner(bucket));
    else lane.push(op);
  }

  async #serve(lanes: readonly Lane[]): Promise<void> {
    for (const lane of lanes) this.#loading.set(lane.bucket, lane);
    const states = await this.around.tables.bucketStates(lanes.map(({ bucket }) => bucket));
    this.pageSlices.renew();
    lanes.forEach((lane, at) => {
      if (this.#loading.get(lane.bucket) !== lane) return;
      this.#loading.delete(lane.bucket);
      this.#cut(this.lanes[lane.bucket]);
      this.lanes[lane.bucket] = lane;
      lane.begin(states[at]!);
    });
    this.#ownsOthers();
  }

  #laneAround(): LaneAround {
    const { tables, clock, settings } = this.around;
    return {
      tables,
      clock,
      hashedRows: settings.hashedRows,
      books: this.books,
      changed: (change) => this.sites.changed(change),
      meet: (lane, row) => meetHost(this, lane, row),
      reloaded: (lane, state) => bucketRead(this, lane, state),
    };
  }

  #forget(lane: Lane): void {
    // It was lost meanwhile, and perhaps is ours again by now.
    if (this.lanes[lane.bucket] !== lane) return;
    this.lanes[lane.bucket] = undefined;
    const waited = new Set<HostState>();
    for (const host of lane.hosts.values()) {
      host.isGone = true;
      for (const { caller } of host.wants.splice(0)) caller.failed(notOwner(lane.bucket));
      for (const queue of host.queues.values()) queue.unload();
      for (const { server } of host.leases.clear()) {
        for (const other of this.servers.end(server, -Infinity)) waited.add(other);
      }
      this.longRests.delete(host);
    }
    lane.hosts.clear();
    this.sites.left(lane.bucket);
    this.books.reload(lane.bucket, []);
    this.onRoom(waited);
  }

  /** What is ours has changed. */
  #ownsOthers(): void {
    const owned = this.owned().length;
    this.servers.share = owned / this.around.buckets.count;
    this.isWhole = owned === this.around.buckets.count && this.#leavings === 0;
  }

  /** Draws from a shared limit, and tells. */
  draw(drawing: Promise<void>, hosts: Iterable<HostState> = []): Promise<void> {
    const draw = drawing.finally(() => {
      this.draws.delete(draw);
      this.onRoom(hosts);
    });
    this.draws.add(draw);
    return draw;
  }

  /** How long a budget of the owner before needs to be full again. */
  budgetLeftMs(name: string): number {
    const fullMs = this.budgetsBefore.get(name);
    return fullMs === undefined ? 0 : fullMs - this.around.clock.nowMs();
  }

  laneOf(host: HostKey): Lane | undefined {
    return this.lanes[this.around.buckets.ofHost(host)];
  }

  /** Where to ask for what is not ours. */
  ownerOf(host: HostKey): { bucket: number; address: string; epoch: number } {
    const { buckets, ownerOf } = this.around;
    const bucket = buckets.ofHost(host);
    const owner = this.owns(bucket) ? undefined : ownerOf(bucket);
    return { bucket, address: owner?.address ?? '', epoch: owner?.epoch ?? 0 };
  }

  ownsHost(host: HostKey): boolean {
    return this.owns(this.around.buckets.ofHost(host));
  }

  owns(bucket: number): boolean {
    return this.lanes[bucket] !== undefined;
  }

  /** How many of all buckets are ours, as those who share them count. */
  ownedBuckets(): number {
    return Math.round((this.owned().length / this.around.buckets.count) * HOST_BUCKETS);
  }

  /** The buckets that this process works on. */
  owned(): Lane[] {
    return this.lanes.filter((lane) => lane !== undefined);
  }

  hostOf(host: HostKey): HostState | undefined {
    return this.laneOf(host)?.hosts.get(host);
  }

  /** Manners towards a host when a crawl asks it; those of no crawl are the defaults. */
  mannersOf(crawl: string, row: HostRow): Manners {
    const { settings } = this.around;
    const manners = this.crawls.get(crawl)?.manners ?? settings.manners;
    const usual = politer(manners, row.policy);
    // One that was left alone for its failures is asked once to see whether it is back.
    return row.failures < settings.pause.tripAfter ? usual : { ...usual, leasesAtATime: 1 };
  }

  rest(host: HostState, untilMs: number, reason: Rest): void {
    host.rest(untilMs, reason);
    const nowMs = this.around.clock.monotonicMs();
    if (host.restUntilMs > nowMs + LONG_REST_MS) this.longRests.add(host);
  }
}
