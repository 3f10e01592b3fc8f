import { expect } from '@jest/globals';
import type { Lease } from '@mayfly/contracts/frontier/v1';
import { durationMs, durationOf } from '@mayfly/grpc';
import { eventually } from '@mayfly/testing';
import { answersTo, release, type Report, settle } from './ending-model.ts';
import type { FrontierModel } from './frontier-model.ts';
import type { FrontierUnderTest } from './frontier-under-test.ts';
import { isSurelyLeasable, judgeLease, takeLease } from './lease-judge.ts';
import type { ModelLease } from './model-rows.ts';
import type { StepOf } from './steps.ts';
import { BY_HAND, placeOf, SETTINGS } from './world.ts';

const KIND = { page: 1, robots: 2 } as const;
const UNKNOWN = 3;
const RELEASE = { notAttempted: 1, robotsUnknown: 2 } as const;

/** Leases what can be had now; where something surely can be, it has to come without time passing. */
export async function lease(
  model: FrontierModel,
  { client }: FrontierUnderTest,
  { max, fetcher }: Omit<StepOf<'lease'>, 'do'>,
): Promise<readonly ModelLease[]> {
  const mustCome = isSurelyLeasable(model);
  const ask = async (): Promise<readonly Lease[]> => {
    const request = { fetcherId: fetcher, maxLeases: max, wait: undefined, named: [] };
    const { leases } = await client.leaseUrls(request);
    // What waits in the store is read when somebody asks for it, and comes with one of the next calls.
    if (mustCome && leases.length === 0) throw new Error('no lease came');
    return leases;
  };
  const leases = await eventually(ask, { what: 'a lease of what can be leased', withinMs: 60_000 });
  expect(leases.length).toBeLessThanOrEqual(max);
  return judged(model, leases, { fetcher, isNamed: false });
}

/** Leases of one host come in the order of their attempts, whatever the order of the answer. */
function judged(
  model: FrontierModel,
  leases: readonly Lease[],
  asked: { readonly fetcher: string; readonly isNamed: boolean },
): readonly ModelLease[] {
  const inOrder = [...leases].sort((one, other) => one.attempt - other.attempt);
  return inOrder.map((one) => {
    const problems = judgeLease(model, one, asked);
    expect({ url: one.url, crawl: one.crawl, attempt: one.attempt, problems }).toEqual(
      expect.objectContaining({ problems: [] }),
    );
    return takeLease(model, one, asked.isNamed);
  });
}

/** Asks for one URL by name: a page becomes known in the crawl that is built in. */
export async function leaseNamed(
  model: FrontierModel,
  { client }: FrontierUnderTest,
  step: StepOf<'named'>,
): Promise<void> {
  const { url, host, scheme } = placeOf(step.place);
  const asked = step.robots ? `${scheme}://${host}/robots.txt` : url;
  const kind = step.robots ? KIND.robots : KIND.page;
  if (!step.robots && model.url(BY_HAND, url) === undefined) {
    const found = { source: 'submit', sourceAttempt: 0, depth: 0, hops: 0, seed: true };
    model.remember({ ...found, crawl: BY_HAND, url, host, scheme });
  }
  const { leases } = await client.leaseUrls({
    fetcherId: 'by-hand',
    maxLeases: 1,
    wait: undefined,
    named: [{ url: asked, kind, crawl: '', afterLeaseId: '' }],
  });
  for (const one of leases) {
    expect(one.crawl).toBe(BY_HAND);
    if (one.kind === kind) expect(one.url).toBe(asked);
  }
  const isOut = step.robots && model.out(host).length > 0;
  if (isOut) expect(leases).toEqual([]);
  judged(model, leases, { fetcher: 'by-hand', isNamed: step.robots });
}

/** One of the last leases; those that are out come first. */
function chosen(model: FrontierModel, which: number): ModelLease | undefined {
  const out = model.leases.filter(({ end }) => end === undefined);
  const ended = model.leases.filter(({ end }) => end !== undefined).reverse();
  return [...out, ...ended][which];
}

export async function settleOne(
  model: FrontierModel,
  frontier: FrontierUnderTest,
  step: StepOf<'settle'>,
): Promise<void> {
  const one = chosen(model, step.which);
  if (one === undefined) return expectUnknown(frontier);
  const report: Report = { ...step, robots: one.isRobots ? step.robots : undefined };
  await settleBy(model, frontier, [{ lease: one, report }]);
}

async function expectUnknown({ client }: FrontierUnderTest): Promise<void> {
  const settlements = [{ leaseId: 'never-given', outcome: 1 as const, address: '' }];
  const { answers } = await client.settleLeases({ settlements });
  expect(answers).toEqual([UNKNOWN]);
}

/** Reports how attempts ended. */
export async function settleBy(
  model: FrontierModel,
  { client }: FrontierUnderTest,
  reports: readonly { readonly lease: ModelLease; readonly report: Report }[],
): Promise<void> {
  const { answers } = await client.settleLeases({
    settlements: reports.map(({ lease: { id }, report }) => settlementOf(id, report)),
  });
  expect(answers).toHaveLength(reports.length);
  reports.forEach(({ lease: one, report }, at) => {
    expectAnswer(one, answers[at], answersTo(one, 'settled'));
    if (answers[at] !== UNKNOWN) settle(model, one, report);
  });
}

function settlementOf(leaseId: string, { outcome, etag, robots, ...report }: Report) {
  const duration = (ms: number | undefined) => (ms === undefined ? undefined : durationOf(ms));
  return {
    leaseId,
    outcome: outcome as 1,
    hostTime: duration(report.hostTimeMs),
    retryAfter: duration(report.retryAfterMs),
    validators: etag === '' ? undefined : { etag, lastModified: '' },
    robots: robots && {
      known: robots.known,
      rulesAttempt: undefined,
      crawlDelay: duration(robots.crawlDelayMs),
      maxAge: duration(robots.maxAgeMs),
    },
    address: '',
    novel: undefined,
  };
}

export async function releaseOrExtend(
  model: FrontierModel,
  { client }: FrontierUnderTest,
  step: StepOf<'release' | 'release-robots' | 'extend'>,
): Promise<void> {
  const one = chosen(model, step.which);
  if (one === undefined) return;
  const isExtension = step.do === 'extend';
  const expected = answersTo(one, isExtension ? 'extended' : 'released');
  if (isExtension) {
    const { answers, duration } = await client.extendLeases({ leaseIds: [one.id] });
    expectAnswer(one, answers[0], expected);
    expect(durationMs(duration!)).toBe(SETTINGS.leaseMs);
    if (one.end !== undefined) return;
    one.expiresMs = model.nowMs + SETTINGS.leaseMs;
    one.isByOldClock = false;
    return;
  }
  const isRobotsUnknown = step.do === 'release-robots';
  const reason = isRobotsUnknown ? RELEASE.robotsUnknown : RELEASE.notAttempted;
  const { answers } = await client.releaseLeases({ releases: [{ leaseId: one.id, reason }] });
  expectAnswer(one, answers[0], expected);
  release(model, one, isRobotsUnknown);
}

function expectAnswer(
  { id, end }: ModelLease,
  answer: number | undefined,
  expected: readonly number[],
): void {
  const isExpected = answer !== undefined && expected.includes(answer);
  expect({ id, end, answer, isExpected }).toEqual({ id, end, answer, isExpected: true });
}
