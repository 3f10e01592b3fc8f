import { expect } from '@jest/globals';
import { SubmitAnswer } from '@mayfly/contracts/frontier/v1';
import type { EngineKind } from '@mayfly/service-testing';
import { eventually } from '@mayfly/testing';
import { checkBooks } from './books-check.ts';
import { expire } from './ending-model.ts';
import { FrontierModel } from './frontier-model.ts';
import { FrontierUnderTest } from './frontier-under-test.ts';
import { lease, leaseNamed, releaseOrExtend, settleBy, settleOne } from './lease-steps.ts';
import { type ModelLease, STATE } from './model-rows.ts';
import type { Step, StepOf } from './steps.ts';
import { answerTo, orderGroup, protoManners, putCrawl, schedule, submit } from './url-steps.ts';
import { CRAWLS, HOSTS, placeOf, POLICIES, SETTINGS } from './world.ts';

/** Leases end by themselves within this time after they were due. */
const EXPIRY_TURN_MS = 100;
const MOST_ROUNDS = 80;
const NOT_OWNER = SubmitAnswer.SUBMIT_ANSWER_NOT_OWNER;
const LIVE = {
  ...{ revision: 1, paused: false, deleted: false, manners: 0 },
  ...{ maxPages: undefined, maxDepth: undefined, requestsPerSecond: undefined },
} as const;

/** A frontier and its model, step by step the same. */
export class Driver implements AsyncDisposable {
  readonly frontier: FrontierUnderTest;
  readonly model: FrontierModel;

  private constructor(frontier: FrontierUnderTest) {
    this.frontier = frontier;
    this.model = new FrontierModel(frontier.clock);
  }

  static async open(kind: EngineKind): Promise<Driver> {
    const driver = new Driver(await FrontierUnderTest.open(kind));
    for (const crawl of CRAWLS.keys())
      await putCrawl(driver.model, driver.frontier, { ...LIVE, crawl });
    return driver;
  }

  async run(step: Step): Promise<void> {
    await this.#do(step);
    await checkBooks(this.model, this.frontier);
  }

  async #do(step: Step): Promise<void> {
    const { model, frontier } = this;
    switch (step.do) {
      case 'submit':
        return submit(model, frontier, step);
      case 'schedule':
        return schedule(model, frontier, step);
      case 'group':
        return orderGroup(model, frontier, step);
      case 'put':
        return putCrawl(model, frontier, step);
      case 'lease':
        return void (await lease(model, frontier, step));
      case 'work':
        return this.#work(step);
      case 'named':
        return leaseNamed(model, frontier, step);
      case 'settle':
        return settleOne(model, frontier, step);
      case 'release':
      case 'release-robots':
      case 'extend':
        return releaseOrExtend(model, frontier, step);
      case 'pass':
        return this.#pass(step.ms);
      case 'jump':
        frontier.clock.jump(step.ms);
        return model.jumped(step.ms);
      case 'restart':
        return this.#restart(step);
      case 'policy':
        return this.#setPolicy(step);
      case 'block':
        return this.#block(step);
    }
  }

  async #pass(ms: number): Promise<void> {
    await this.frontier.clock.advance(ms);
    this.model.timePassed(1);
    await this.#expireDue();
  }

  /** Fetchers do what they should. */
  async #work({ ms, max }: Pick<StepOf<'work'>, 'ms' | 'max'>): Promise<void> {
    await this.#pass(ms);
    const given = await lease(this.model, this.frontier, { max, fetcher: 'f1' });
    const robots = { known: true, crawlDelayMs: undefined, maxAgeMs: undefined };
    const report = { outcome: 1, hostTimeMs: 1, retryAfterMs: undefined, etag: '' };
    const reports = given.map((one) => ({
      lease: one,
      report: { ...report, robots: one.isRobots ? robots : undefined },
    }));
    if (reports.length > 0) await settleBy(this.model, this.frontier, reports);
  }

  /** Lets leases whose time is over come to their end, which takes a little more time. */
  async #expireDue(): Promise<void> {
    const { model, frontier } = this;
    const isDue = ({ end, expiresMs }: ModelLease) => end === undefined && expiresMs <= model.nowMs;
    if (!model.leases.some(isDue)) return;
    const { expired } = model.leaseCounts(undefined);
    // While it is waited for, others may become due.
    let due: readonly ModelLease[] = [];
    const hasExpired = async () => {
      await frontier.clock.advance(EXPIRY_TURN_MS);
      due = model.leases.filter(isDue);
      const { leasesExpired } = await frontier.client.getLedger({});
      expect(leasesExpired).toBe(expired + due.length);
    };
    await eventually(hasExpired, { what: 'leases that are due expire' });
    for (const one of due) expire(model, one);
    model.timePassed(0);
  }

  async #restart({ during }: StepOf<'restart'>): Promise<void> {
    const { model, frontier } = this;
    const late = during === undefined ? undefined : this.#submitting(during);
    await frontier.stop();
    const startMs = model.nowMs;
    await frontier.start();
    if (late !== undefined) await late();
    model.restarted(startMs);
    await this.#pass(0);
    // A lease that was given by another clock may end at any time from now on, and does within its length.
    const old = model.leases.filter((one) => one.end === undefined && one.isByOldClock);
    if (old.length === 0) return;
    for (const one of old) one.expiresMs = model.nowMs;
    const others = model.leases.filter((one) => one.end === undefined && !one.isByOldClock);
    for (const one of others) one.expiresMs = Math.min(one.expiresMs, model.nowMs);
    await this.#pass(SETTINGS.leaseMs + EXPIRY_TURN_MS);
  }

  /** A submission that is under way while the frontier stops: what was acknowledged is there, what was not may be. */
  #submitting(at: number): () => Promise<void> {
    const { model, frontier } = this;
    const { url } = placeOf(at);
    const [crawl] = CRAWLS;
    const discoverer = { source: 'submit', attempt: 0 };
    const place = { depth: 0, hops: 0, seed: true, minRevision: 0, group: '' };
    const submission = { ...{ crawl, url, discoverer, priority: undefined }, ...place };
    const isNew = model.crawls.has(crawl) && model.url(crawl, url) === undefined;
    const answer = frontier.client.submitUrls({ submissions: [submission] }).then(
      ({ results }) => results[0]?.answer,
      () => undefined,
    );
    return async () => {
      const said = await answer;
      // A frontier that hands its buckets over does nothing more: whoever asked asks again elsewhere.
      const heard = said === NOT_OWNER ? undefined : said;
      const { urls } = await frontier.client.getUrls({ crawl, urls: [url] });
      const isThere = urls[0]?.state !== undefined;
      if (heard !== undefined || !isNew || isThere) {
        const expected = answerTo(model, submission, 0);
        if (heard !== undefined) expect(heard).toBe(expected.answer);
      }
    };
  }

  async #setPolicy(step: StepOf<'policy'>): Promise<void> {
    const { model, frontier } = this;
    const name = HOSTS[step.host]!;
    if (step.policy >= POLICIES.length) {
      const ruder = { host: name, policy: protoManners({ delayMs: 1 }) };
      const refused = { code: 'REQUEST_INVALID' };
      return expect(frontier.client.setHostPolicy(ruder)).rejects.toMatchObject(refused);
    }
    const policy = POLICIES[step.policy];
    const request = { host: name, policy: policy && protoManners(policy) };
    await frontier.client.setHostPolicy(request);
    model.host(name).policy = policy;
  }

  async #block({ host: at, forMs }: StepOf<'block'>): Promise<void> {
    const { model, frontier } = this;
    const name = HOSTS[at]!;
    const host = model.host(name);
    const isBlocked = host.blockedUntilWallMs !== undefined;
    const untilWallMs = forMs === undefined ? Infinity : frontier.clock.nowMs() + forMs;
    const untilTime = forMs === undefined ? undefined : new Date(untilWallMs);
    const block = isBlocked ? undefined : { untilTime, reason: 'a test' };
    const { leasesOut } = await frontier.client.blockHost({ host: name, block });
    expect(leasesOut).toBe(model.out(name).length);
    host.blockedUntilWallMs = isBlocked ? undefined : untilWallMs;
  }

  /** Everything that waits is leased in the end: nothing is stuck, and nothing was forgotten. */
  async drain(): Promise<void> {
    const { model, frontier } = this;
    await this.#makeWay();
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      const waiting = model.urlsOf(undefined).filter(({ state }) => state === STATE.waiting);
      if (waiting.length + model.leaseCounts(undefined).out === 0) return;
      await this.#work({ ms: round % 2 === 0 ? 5_000 : 65_000, max: 100 });
      await checkBooks(model, frontier);
    }
    const stuck = model.urlsOf(undefined).filter(({ state }) => state === STATE.waiting);
    expect(stuck).toEqual([]);
  }

  /** Lifts every limit, and sets the wall clock to when the last not-before time has come. */
  async #makeWay(): Promise<void> {
    const { model, frontier } = this;
    for (const [at, name] of CRAWLS.entries()) {
      if (model.crawls.has(name)) await putCrawl(model, frontier, { ...LIVE, crawl: at });
    }
    for (const [at, name] of HOSTS.entries()) {
      if (model.host(name).blockedUntilWallMs === undefined) continue;
      await this.#block({ do: 'block', host: at, forMs: undefined });
    }
    const times = [...model.urls.values()].map(({ order }) => order.notBeforeWallMs ?? 0);
    const aheadMs = Math.max(0, ...times) - frontier.clock.nowMs();
    if (aheadMs <= 0) return;
    frontier.clock.jump(aheadMs);
    model.jumped(aheadMs);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.frontier[Symbol.asyncDispose]();
  }
}
