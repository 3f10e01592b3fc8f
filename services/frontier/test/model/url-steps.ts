import { expect } from '@jest/globals';
import type { Crawl, Submission } from '@mayfly/contracts/frontier/v1';
import { durationOf } from '@mayfly/grpc';
import { CAPABILITIES } from './capabilities.ts';
import type { FrontierModel } from './frontier-model.ts';
import type { FrontierUnderTest } from './frontier-under-test.ts';
import { type Manners, type ModelCrawl, type Span, STATE } from './model-rows.ts';
import type { StepOf } from './steps.ts';
import {
  CRAWLS,
  DEFAULT_MANNERS,
  HOSTS,
  OWN_MANNERS,
  placeOf,
  schemeOf,
  SETTINGS,
} from './world.ts';

const ANSWER = { new: 1, known: 2, refused: 3, crawlUnknown: 4 } as const;
const SCHEDULED = { waiting: 1, kept: 2, stale: 3, urlUnknown: 4, crawlUnknown: 5 } as const;
const FAR_REVISION = 1_000_000;
/** What comes in one request is in order by fractions of a millisecond. */
const PARTS_OF_MS = 4_096;
const DISCOVERERS = [
  { source: 'submit', attempt: 0 },
  { source: 'http://a.test/p0', attempt: 1 },
  { source: 'http://a.test/p0', attempt: 2 },
] as const;

export async function submit(
  model: FrontierModel,
  { client }: FrontierUnderTest,
  step: StepOf<'submit'>,
): Promise<void> {
  const submissions = step.urls.map((one) => submissionOf(step, one));
  const discoverer = DISCOVERERS[step.by];
  const crawl = CRAWLS[step.crawl]!;
  const { results } = await client.submitUrls(
    step.hasDefaults
      ? {
          submissions: submissions.map((one) => ({
            ...one,
            crawl: one.crawl === crawl ? '' : one.crawl,
            discoverer: undefined,
          })),
          defaults: { crawl, discoverer },
        }
      : { submissions },
  );
  expect(results).toHaveLength(submissions.length);
  submissions.forEach((submission, at) => {
    const { answer, rule, url } = results[at]!;
    if (isQuota(answer, rule)) return model.countRefused(submission.crawl, rule);
    expect({ at, answer, rule }).toEqual({ at, ...answerTo(model, submission, at) });
    if (url !== '' && rule === '') expect(url).toBe(submission.url);
  });
}

function submissionOf(
  { crawl, by }: StepOf<'submit'>,
  { place, priority, depth, odd, group }: StepOf<'submit'>['urls'][number],
): Submission {
  const { url } = placeOf(place);
  const odds = {
    scope: { url: 'http://outside.test/' },
    deny: { url: `${url}/denied/1` },
    depth: { depth: 9 },
    hops: { hops: 11 },
    scheme: { url: 'ftp://a.test/file' },
    revision: { minRevision: FAR_REVISION },
    crawl: { crawl: 'nobody-knows' },
  };
  return {
    crawl: CRAWLS[crawl]!,
    url,
    discoverer: DISCOVERERS[by],
    priority,
    depth,
    hops: 0,
    seed: false,
    minRevision: 0,
    group,
    ...(odd === undefined ? {} : odds[odd]),
  };
}

/** What a submission is answered; it is taken into the model. */
export function answerTo(
  model: FrontierModel,
  submission: Submission,
  at: number,
): { readonly answer: number; readonly rule: string } {
  const crawl = model.crawls.get(submission.crawl);
  if (crawl === undefined || submission.minRevision > crawl.revision) {
    return { answer: ANSWER.crawlUnknown, rule: '' };
  }
  const rule = ruleAgainst(crawl, submission);
  if (rule !== undefined) {
    model.countRefused(crawl.name, rule);
    return { answer: ANSWER.refused, rule };
  }
  const { source, attempt } = submission.discoverer!;
  const known = model.url(crawl.name, submission.url);
  if (known !== undefined) {
    const isFirst = known.source === source && known.sourceAttempt === attempt;
    return { answer: isFirst ? ANSWER.new : ANSWER.known, rule: '' };
  }
  const { url, depth, hops, seed, priority } = submission;
  const host = new URL(url).host;
  const found = { crawl: crawl.name, url, host, scheme: schemeOf(url), depth, hops, seed };
  const fresh = model.remember({ ...found, source, sourceAttempt: attempt }, submission.group);
  if (priority !== undefined) {
    model.wait(fresh, { priority, notBeforeWallMs: undefined }, ageOf(model, at));
  }
  return { answer: ANSWER.new, rule: '' };
}

function ruleAgainst(crawl: ModelCrawl, { url, depth, hops }: Submission): string | undefined {
  if (!url.startsWith('http')) return 'scheme';
  if (hops > SETTINGS.mostHops) return 'hops';
  if (crawl.maxDepth !== undefined && depth > crawl.maxDepth) return 'depth';
  if (!HOSTS.some((host) => host === new URL(url).host)) return 'scope';
  return url.includes('/denied/') ? 'deny' : undefined;
}

const isQuota = (answer: number, rule: string) =>
  CAPABILITIES.quotas && answer === ANSWER.refused && rule.startsWith('quota-');

function ageOf(model: FrontierModel, at: number): Span {
  const wallMs = model.clock.nowMs() + at / PARTS_OF_MS;
  return { from: wallMs, to: wallMs };
}

export async function schedule(
  model: FrontierModel,
  { client }: FrontierUnderTest,
  step: StepOf<'schedule'>,
): Promise<void> {
  const crawl = CRAWLS[step.crawl]!;
  const wallMs = model.clock.nowMs();
  const orders = step.orders.map(({ place, priority, inMs, after, group }) => {
    const { url } = placeOf(place);
    const last = model.url(crawl, url)?.lastAttempt ?? 0;
    const notBeforeTime = inMs === 0 ? undefined : new Date(wallMs + inMs);
    const afterAttempt = after === 'none' ? undefined : Math.max(0, last + after);
    return {
      ...{ crawl, url, priority, notBeforeTime, afterAttempt },
      group: CAPABILITIES.groups ? group : undefined,
    };
  });
  const { answers } = await client.scheduleUrls({ orders, groupOrders: [] });
  expect(answers).toEqual(orders.map((order, at) => orderOne(model, order, at)));
}

interface GivenOrder {
  readonly crawl: string;
  readonly url: string;
  readonly priority: number;
  readonly notBeforeTime: Date | undefined;
  readonly afterAttempt: number | undefined;
  readonly group: string | undefined;
}

function orderOne(model: FrontierModel, given: GivenOrder, at: number): number {
  if (!model.crawls.has(given.crawl)) return SCHEDULED.crawlUnknown;
  const url = model.url(given.crawl, given.url);
  if (url === undefined) return SCHEDULED.urlUnknown;
  if ((url.lastAttempt ?? 0) > (given.afterAttempt ?? 0)) return SCHEDULED.stale;
  url.group = given.group ?? url.group;
  const order = { priority: given.priority, notBeforeWallMs: given.notBeforeTime?.getTime() };
  if (url.state === STATE.leased) {
    url.kept = order;
    return SCHEDULED.kept;
  }
  if (url.state !== STATE.waiting) url.failures = 0;
  model.wait(url, order, ageOf(model, at));
  return SCHEDULED.waiting;
}

export async function orderGroup(
  model: FrontierModel,
  { client }: FrontierUnderTest,
  step: StepOf<'group'>,
): Promise<void> {
  const crawl = CRAWLS[step.crawl]!;
  const { group, priority } = step;
  let changed = 0;
  for (let isComplete = false; !isComplete;) {
    const groupOrders = [{ crawl, group, priority }];
    const { groupAnswers } = await client.scheduleUrls({ orders: [], groupOrders });
    expect(groupAnswers).toHaveLength(1);
    changed += groupAnswers[0]!.changed;
    isComplete = groupAnswers[0]!.complete;
  }
  const moved = model
    .urlsOf(crawl)
    .filter((url) => url.group === group && url.state === STATE.waiting)
    .filter((url) => url.order.priority !== priority);
  expect(changed).toBe(moved.length);
  for (const url of moved) url.order = { ...url.order, priority };
}

/** Tells the frontier of a crawl. While one that was deleted is being forgotten, it may not take a new one yet. */
export async function putCrawl(
  model: FrontierModel,
  { client }: FrontierUnderTest,
  step: Omit<StepOf<'put'>, 'do'>,
): Promise<void> {
  const name = CRAWLS[step.crawl]!;
  const before = model.crawls.get(name)?.revision ?? model.deletedRevisions.get(name) ?? 0;
  const revision = Math.max(1, before + step.revision);
  const isPrivate = name === 'own';
  const own = isPrivate ? OWN_MANNERS[step.manners]! : {};
  const { maxPages, maxDepth, requestsPerSecond, paused, deleted } = step;
  const { revisions } = await client.putCrawls({
    crawls: [
      {
        ...{ name, revision, paused, deleted },
        settings: settingsOf({ maxPages, maxDepth, requestsPerSecond }, isPrivate, own),
      },
    ],
  });
  const isForgetting = model.deletedRevisions.has(name) && revisions[0] === before;
  if (isForgetting && revision > before) return;
  expect(revisions).toEqual([Math.max(before, revision)]);
  if (revision <= before) return;
  if (deleted) return model.deleteCrawl(name, revision);
  model.deletedRevisions.delete(name);
  if (model.crawls.get(name)?.requestsPerSecond !== requestsPerSecond) model.drawnMs.delete(name);
  const manners: Manners = { ...DEFAULT_MANNERS, ...own };
  const limits = { maxPages, maxDepth, requestsPerSecond };
  model.crawls.set(name, { ...{ name, revision, paused, private: isPrivate, manners }, ...limits });
}

function settingsOf(
  limits: NonNullable<NonNullable<Crawl['settings']>['limits']>,
  isPrivate: boolean,
  own: Partial<Manners>,
): NonNullable<Crawl['settings']> {
  return {
    scope: { sites: [], hosts: [...HOSTS], prefixes: [], domains: [] },
    policy: 1,
    private: isPrivate,
    limits,
    urlRules: { deny: ['/*/denied/'], allow: [] },
    ...(isPrivate ? { manners: protoManners(own) } : {}),
  };
}

export function protoManners({ delayMs, ...rest }: Partial<Manners>) {
  return { ...rest, delay: delayMs === undefined ? undefined : durationOf(delayMs) };
}
