import { expect } from '@jest/globals';
import type { GetLedgerResponse } from '@mayfly/contracts/frontier/v1';
import { durationMs } from '@mayfly/grpc';
import { CAPABILITIES } from './capabilities.ts';
import type { FrontierModel } from './frontier-model.ts';
import type { FrontierUnderTest } from './frontier-under-test.ts';
import { type ModelUrl, STATE } from './model-rows.ts';
import { CRAWLS, HOSTS } from './world.ts';

/** Compares everything that can be read with what the model remembers. */
export async function checkBooks(model: FrontierModel, frontier: FrontierUnderTest): Promise<void> {
  await Promise.all([
    checkLedger(model, frontier, undefined),
    ...[...model.crawls.keys()].flatMap((crawl) => [
      checkLedger(model, frontier, crawl),
      checkUrls(model, frontier, crawl),
    ]),
    ...CRAWLS.filter((crawl) => !model.crawls.has(crawl)).map((crawl) =>
      expect(frontier.client.getLedger({ crawl })).rejects.toMatchObject({ code: 'CRAWL_UNKNOWN' }),
    ),
    ...HOSTS.map((host) => checkHost(model, frontier, host)),
  ]);
}

async function checkLedger(
  model: FrontierModel,
  { client }: FrontierUnderTest,
  crawl: string | undefined,
): Promise<void> {
  const ledger = await client.getLedger({ crawl });
  const urls = model.urlsOf(crawl);
  const refused = crawl === undefined ? [...model.refused.values()] : [model.refused.get(crawl)];
  expect({ crawl, ...shownOf(ledger), refused: rulesOf(ledger) }).toEqual({
    crawl,
    ...countsOf(urls),
    leases: model.leaseCounts(crawl),
    pages: crawl === undefined ? total(model.pages.values()) : (model.pages.get(crawl) ?? 0),
    refused: sumOf(refused),
  });
}

/** Of one host, all crawls together. */
async function checkHostLedger(
  model: FrontierModel,
  { client }: FrontierUnderTest,
  host: string,
): Promise<void> {
  const { pages: _, leases, ...urls } = shownOf(await client.getLedger({ host }));
  expect({ host, ...urls }).toEqual({ host, ...countsOf(model.urlsOf(undefined, host)) });
  expect(leases.out).toBe(model.leaseCounts(undefined, host).out);
}

async function checkUrls(
  model: FrontierModel,
  { client }: FrontierUnderTest,
  crawl: string,
): Promise<void> {
  const known = model.urlsOf(crawl);
  if (known.length === 0) return;
  const { urls } = await client.getUrls({ crawl, urls: known.map(({ url }) => url) });
  const shown = urls.map((info) => ({
    url: info.url,
    state: info.state,
    source: info.discoverer?.source,
    sourceAttempt: info.discoverer?.attempt,
    depth: info.depth,
    hops: info.hops,
    lastAttempt: info.lastAttempt,
    lastOutcome: info.lastOutcome,
    failures: info.failures,
    priority: info.priority,
    notBefore: info.notBeforeTime?.getTime(),
    group: CAPABILITIES.groups ? info.group : '',
  }));
  expect({ crawl, urls: shown }).toEqual({ crawl, urls: known.map(expectedOf) });
}

function expectedOf(url: ModelUrl) {
  const isWaiting = url.state === STATE.waiting;
  return {
    url: url.url,
    state: url.state,
    source: url.source,
    sourceAttempt: url.sourceAttempt,
    depth: url.depth,
    hops: url.hops,
    lastAttempt: url.lastAttempt,
    lastOutcome: url.lastOutcome,
    failures: url.failures,
    priority: isWaiting ? url.order.priority : undefined,
    notBefore: isWaiting ? url.order.notBeforeWallMs : undefined,
    group: url.group,
  };
}

async function checkHost(
  model: FrontierModel,
  frontier: FrontierUnderTest,
  name: string,
): Promise<void> {
  const host = model.host(name);
  const shown = await frontier.client.getHost({ host: name });
  const { leasesOut, lastAttempt, failures, crawlDelay } = shown;
  const crawlDelayMs = crawlDelay && durationMs(crawlDelay);
  expect({ name, leasesOut, lastAttempt, failures, crawlDelayMs }).toEqual({
    name,
    leasesOut: model.out(name).length,
    lastAttempt: host.attempts,
    failures: host.failures,
    crawlDelayMs: host.crawlDelayMs,
  });
  if (CAPABILITIES.hostLedger) await checkHostLedger(model, frontier, name);
}

function shownOf(ledger: GetLedgerResponse) {
  const atRest = ledger.atRest.map(({ outcome, urls }) => [outcome, urls] as const);
  return {
    known: ledger.known,
    parked: ledger.parked,
    waiting: ledger.waiting,
    leased: ledger.leased,
    atRest: Object.fromEntries(atRest.filter(([, urls]) => urls !== 0)),
    leases: {
      given: ledger.leasesGiven,
      settled: ledger.leasesSettled,
      released: ledger.leasesReleased,
      expired: ledger.leasesExpired,
      out: ledger.leasesOut,
    },
    pages: ledger.pages,
  };
}

const rulesOf = ({ refused }: GetLedgerResponse) =>
  Object.fromEntries(refused.map(({ rule, submissions }) => [rule, submissions]));

function countsOf(urls: readonly ModelUrl[]) {
  const atRest: Record<number, number> = {};
  for (const { state, lastOutcome = 0 } of urls) {
    if (state === STATE.atRest) atRest[lastOutcome] = (atRest[lastOutcome] ?? 0) + 1;
  }
  const count = (wanted: number) => urls.filter(({ state }) => state === wanted).length;
  return {
    known: urls.length,
    parked: count(STATE.parked),
    waiting: count(STATE.waiting),
    leased: count(STATE.leased),
    atRest,
  };
}

function sumOf(all: readonly (ReadonlyMap<string, number> | undefined)[]): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const rules of all) {
    for (const [rule, times] of rules ?? []) sum[rule] = (sum[rule] ?? 0) + times;
  }
  return sum;
}

const total = (numbers: Iterable<number>) => [...numbers].reduce((sum, one) => sum + one, 0);
