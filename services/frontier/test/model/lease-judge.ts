import type { Lease } from '@mayfly/contracts/frontier/v1';
import { durationMs } from '@mayfly/grpc';
import type { FrontierModel } from './frontier-model.ts';
import {
  type ModelCrawl,
  type ModelHost,
  type ModelLease,
  type ModelUrl,
  type Scheme,
  STATE,
} from './model-rows.ts';
import { usualPauseMs } from './pause-model.ts';
import { BY_HAND, schemeOf, SETTINGS } from './world.ts';

const ROBOTS_KIND = 2;
/** How much of a second's worth may be drawn at once. */
const BURST_SECONDS = 0.25;

/** What is wrong with a lease that was given; nothing where the model would have given it too. */
export function judgeLease(
  model: FrontierModel,
  lease: Lease,
  asked: { readonly fetcher: string; readonly isNamed: boolean },
): string[] {
  const isRobots = lease.kind === ROBOTS_KIND;
  const crawl = model.crawls.get(lease.crawl);
  if (crawl === undefined) return [`its crawl ${lease.crawl} is not there`];
  const host = model.host(lease.host);
  const problems = [...judgeHost(model, crawl, host), ...judgeCrawl(model, crawl, isRobots)];
  if (lease.attempt <= host.attempts) problems.push('its attempt is not above the one before');
  if (lease.fetcherId !== asked.fetcher) problems.push('it is of another fetcher');
  if (durationMs(lease.duration!) !== SETTINGS.leaseMs) problems.push('it lasts otherwise');
  if (lease.private !== crawl.private) problems.push('private is wrong');
  if (isRobots) problems.push(...judgeRobots(model, lease, asked.isNamed));
  else problems.push(...judgePage(model, lease, crawl, host));
  return problems;
}

/** Whether the host may be asked now. */
function judgeHost(model: FrontierModel, crawl: ModelCrawl, host: ModelHost): string[] {
  const problems: string[] = [];
  const { nowMs } = model;
  const manners = model.mannersOf(crawl.name, host);
  if (nowMs < host.rest.from) problems.push(`the host rests for ${host.rest.from - nowMs} ms more`);
  const startDelayMs = host.startDelaysMs.get(crawl.name) ?? 0;
  const freshMs = model.startedMs + Math.min(startDelayMs, usualPauseMs(host, manners));
  if (nowMs < freshMs) {
    problems.push(`after the start the host rests for ${freshMs - nowMs} ms more`);
  }
  const out = model.out(host.host);
  if (out.length >= manners.leasesAtATime)
    problems.push(`${out.length} leases of the host are out`);
  if (out.some(({ isRobots }) => isRobots)) problems.push('robots.txt is being asked for');
  if ((host.blockedUntilWallMs ?? -Infinity) > model.clock.nowMs()) problems.push('it is blocked');
  return problems;
}

function judgeCrawl(model: FrontierModel, crawl: ModelCrawl, isRobots: boolean): string[] {
  const problems: string[] = [];
  if (crawl.paused) problems.push('its crawl is paused');
  if (crawl.maxPages !== undefined && !isRobots) {
    const leased = model.urlsOf(crawl.name).filter(({ state }) => state === STATE.leased).length;
    const pages = (model.pages.get(crawl.name) ?? 0) + leased;
    if (pages >= crawl.maxPages) problems.push(`its crawl has its ${crawl.maxPages} pages`);
  }
  const { requestsPerSecond: rate } = crawl;
  if (rate === undefined) return problems;
  const drawn = [...(model.drawnMs.get(crawl.name) ?? []), model.nowMs];
  const most = 1 + Math.max(0, BURST_SECONDS * rate - 1);
  drawn.forEach((fromMs, at) => {
    const allowed = most + (rate * (model.nowMs - fromMs)) / 1_000;
    if (drawn.length - at > allowed + 1e-6) problems.push('its crawl is over its budget');
  });
  return problems;
}

/** robots.txt is asked for where its rules are not known and a page of the crawl needs them. */
function judgeRobots(model: FrontierModel, lease: Lease, isNamed: boolean): string[] {
  const scheme = schemeOf(lease.url);
  const problems: string[] = [];
  if (lease.url !== `${scheme}://${lease.host}/robots.txt`) problems.push('it is no robots.txt');
  if (isNamed) return problems;
  const host = model.host(lease.host);
  if (rulesOf(model, host, scheme) !== undefined) problems.push('its rules are known');
  if (!model.mannersOf(lease.crawl, host).obeyRobots) problems.push('robots.txt is not obeyed');
  // Nobody waits in the crawl that is built in: whoever asked is there.
  if (lease.crawl === BY_HAND) return problems;
  const forWhom = model
    .urlsOf(lease.crawl, lease.host)
    .some((url) => url.scheme === scheme && url.state === STATE.waiting && url.isMaybeDue);
  if (!forWhom) problems.push('no page waits for it');
  return problems;
}

function judgePage(
  model: FrontierModel,
  lease: Lease,
  crawl: ModelCrawl,
  host: ModelHost,
): string[] {
  const url = model.url(crawl.name, lease.url);
  if (url === undefined) return ['its URL is not known'];
  const problems: string[] = [];
  const isByHand = crawl.name === BY_HAND;
  if (isByHand ? url.state === STATE.leased : url.state !== STATE.waiting) {
    problems.push(`its URL is in state ${url.state}`);
  }
  if (!isByHand && !url.isMaybeDue) problems.push('its time has not come');
  if (!isByHand) problems.push(...judgeOrder(model, url));
  const isAbandoned = url.expiries >= SETTINGS.abandonFrom;
  if (lease.abandon !== isAbandoned) problems.push('abandon is wrong');
  const { obeyRobots } = model.mannersOf(crawl.name, host);
  if (lease.obeyRobots !== obeyRobots) problems.push('obey_robots is wrong');
  const rules = obeyRobots ? rulesOf(model, host, url.scheme) : undefined;
  if (obeyRobots && rules === undefined && !isAbandoned) problems.push('its rules are not known');
  if (lease.robotsAttempt !== rules?.attempt) problems.push('robots_attempt is wrong');
  const told = [lease.depth, lease.hops, lease.seed, lease.validators?.etag ?? ''].join(' ');
  const known = [url.depth, url.hops, url.seed, url.etag].join(' ');
  if (told !== known) problems.push(`it says ${told} of its URL, which is ${known}`);
  return problems;
}

/** The best of a host and crawl goes first: by priority, then by age. */
function judgeOrder(model: FrontierModel, url: ModelUrl): string[] {
  const better = model
    .urlsOf(url.crawl, url.host)
    .filter((other) => other !== url && model.isSurelyDue(other) && isBefore(other, url));
  return better.map((other) => `${other.url} goes first`);
}

function isBefore(one: ModelUrl, other: ModelUrl): boolean {
  const [first, second] = [one.order.priority, other.order.priority];
  return first > second || (first === second && one.age.to < other.age.from);
}

function rulesOf(model: FrontierModel, host: ModelHost, scheme: Scheme) {
  const rules = host.rules[scheme];
  if (rules === undefined) return undefined;
  const leftMs = rules.expiresWallMs - model.clock.nowMs();
  return leftMs > 0 && leftMs <= SETTINGS.longestRulesMs ? rules : undefined;
}

/** Takes a lease into the model. */
export function takeLease(model: FrontierModel, lease: Lease, isNamed: boolean): ModelLease {
  const isRobots = lease.kind === ROBOTS_KIND;
  const taken: ModelLease = {
    id: lease.leaseId,
    host: lease.host,
    attempt: lease.attempt,
    crawl: lease.crawl,
    url: lease.url,
    scheme: schemeOf(lease.url),
    isRobots,
    isNamed,
    isOrphan: false,
    expiresMs: model.nowMs + SETTINGS.leaseMs,
    isByOldClock: false,
    end: undefined,
    endedMs: 0,
    isForgettable: false,
  };
  model.leases.push(taken);
  model.host(lease.host).attempts = lease.attempt;
  model.drawnMs.set(lease.crawl, [...(model.drawnMs.get(lease.crawl) ?? []), model.nowMs]);
  const url = isRobots ? undefined : model.url(lease.crawl, lease.url);
  if (url !== undefined) {
    url.state = STATE.leased;
    url.lastAttempt = lease.attempt;
    url.lastOutcome = undefined;
  }
  return taken;
}

/** Whether something can surely be leased, whoever asks. */
export function isSurelyLeasable(model: FrontierModel): boolean {
  if (model.hasJumpedBack) return false;
  return [...model.urls.values()].some((url) => {
    const crawl = model.crawls.get(url.crawl)!;
    const host = model.host(url.host);
    if (crawl.requestsPerSecond !== undefined || !model.isSurelyDue(url)) return false;
    const longestMs = [...model.crawls.keys()].map((name) =>
      usualPauseMs(host, model.mannersOf(name, host)),
    );
    const untilMs = Math.max(host.rest.to, model.openedMs + Math.max(...longestMs));
    if (model.nowMs < untilMs) return false;
    return [...judgeHost(model, crawl, host), ...judgeCrawl(model, crawl, false)].length === 0;
  });
}
