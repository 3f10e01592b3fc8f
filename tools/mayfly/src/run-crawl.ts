import { isDeepStrictEqual } from 'node:util';
import { systemClock } from '@mayfly/clock';
import { UsageError } from '@mayfly/command-line';
import type { UrlRules } from '@mayfly/contracts/crawl/v1';
import {
  type Crawl,
  FinishReason,
  SchedulerServiceDefinition,
} from '@mayfly/contracts/scheduler/v1';
import type { GetLedgerResponse } from '@mayfly/contracts/frontier/v1';
import { CrawlError } from '@mayfly/errors';
import { type FrontierReplicas, getLedger, openFrontier } from '@mayfly/frontier-client';
import { type Client, openClient } from '@mayfly/grpc';
import { crawlScope, type Url } from '@mayfly/url';
import type { CrawlPlan } from './crawl-plan.ts';
import { type Progress, ProgressMeter } from './progress.ts';
import type { SuiteAddresses } from './suite/addresses.ts';

type Scheduler = Client<typeof SchedulerServiceDefinition>;

/** What bounds a run, and who is told. */
export interface RunOptions {
  readonly plan: CrawlPlan;
  readonly pages: number | undefined;
  readonly forMs: number | undefined;
  /** Ends the run early. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}

/** How a run ended. */
export interface RunEnd {
  readonly why:
    'page limit' | 'nothing left' | 'time is over' | 'stopped' | 'the crawl was deleted';
  readonly last: Progress;
  readonly ledger: GetLedgerResponse;
}

const LOOK_EVERY_MS = 1_000;

/** Makes the crawl, or takes it up again, and watches it until its end or the end of the run. */
export async function runCrawl(suite: SuiteAddresses, options: RunOptions): Promise<RunEnd> {
  const at = (address: string) => ({ service: 'mayfly', target: `dns:///${address}` });
  await using scheduler = await openClient(SchedulerServiceDefinition, at(suite.scheduler));
  const timing = { clock: systemClock, random: Math.random };
  await using frontier = await openFrontier({ ...at(suite.frontier), ...timing });
  const { plan, pages, signal } = options;
  const startMs = systemClock.monotonicMs();
  const firstPages = await begin(scheduler, frontier, plan, pages);
  const meter = new ProgressMeter(firstPages, startMs);
  let ledger = await ledgerOf(frontier, plan.name);
  let last = meter.look(ledger, systemClock.monotonicMs());
  for (;;) {
    // First: of a crawl that was deleted meanwhile nothing is counted any more.
    const crawl = await crawlOf(scheduler, plan.name);
    if (crawl === undefined) return { why: 'the crawl was deleted', last, ledger };
    ledger = await ledgerOf(frontier, plan.name);
    last = meter.look(ledger, systemClock.monotonicMs());
    options.onProgress(last);
    if (signal.aborted) return { why: 'stopped', last, ledger };
    if (crawl.finished !== undefined) {
      const isFull = crawl.finished.reason === FinishReason.FINISH_REASON_PAGE_LIMIT;
      return { why: isFull ? 'page limit' : 'nothing left', last, ledger };
    }
    const leftMs = (options.forMs ?? Infinity) - (systemClock.monotonicMs() - startMs);
    if (leftMs <= 0) return { why: 'time is over', last, ledger };
    await systemClock.sleep(Math.min(LOOK_EVERY_MS, leftMs), signal).catch(() => {});
  }
}

/** Pages that earlier runs of this crawl stored; the limit of this run counts from there. */
async function begin(
  scheduler: Scheduler,
  frontier: FrontierReplicas,
  plan: CrawlPlan,
  pages: number | undefined,
): Promise<number> {
  const { name, seeds, settings } = plan;
  const there = await crawlOf(scheduler, name);
  const first = there === undefined ? 0 : (await ledgerOf(frontier, name)).pages;
  const limits = pages === undefined ? {} : { maxPages: first + pages };
  if (there === undefined) {
    await scheduler.createCrawl({ name, seeds: [...seeds], settings: { ...settings, limits } });
    return 0;
  }
  const belongs = crawlScope(there.settings?.scope ?? {});
  const outside = seeds.find((seed) => !belongs(seed as Url).inScope);
  if (outside !== undefined) {
    throw new UsageError(
      `URL: ${outside} is outside of the crawl ${name}, which is there already; give it another --name or --data`,
    );
  }
  if (settings.urlRules !== undefined && !isSame(settings.urlRules, there.settings?.urlRules)) {
    throw new UsageError(
      `--deny, --allow: the crawl ${name} is there already, with others; give it another --name or --data`,
    );
  }
  const revisitInterval = settings.revisitInterval;
  await scheduler.updateCrawl({
    name,
    limits,
    ...(revisitInterval === undefined ? {} : { revisitInterval }),
  });
  await scheduler.resumeCrawl({ name });
  await scheduler.submitUrls({ crawl: name, urls: [...seeds] });
  return first;
}

/** A crawl; undefined where there is none of that name. */
async function crawlOf(scheduler: Scheduler, name: string): Promise<Crawl | undefined> {
  try {
    const { crawl } = await scheduler.getCrawl({ name });
    return crawl;
  } catch (error) {
    if (error instanceof CrawlError && error.code === 'CRAWL_UNKNOWN') return undefined;
    throw error;
  }
}

function isSame(given: UrlRules, there: UrlRules | undefined): boolean {
  const { deny, allow } = there ?? { deny: [], allow: [] };
  return isDeepStrictEqual([given.deny, given.allow], [deny, allow]);
}

/** The frontier's counts; zeros while the crawl has not been handed over yet. */
async function ledgerOf(frontier: FrontierReplicas, crawl: string): Promise<GetLedgerResponse> {
  try {
    return await getLedger(frontier, { crawl }, { clock: systemClock });
  } catch (error) {
    if (error instanceof CrawlError && error.code === 'CRAWL_UNKNOWN') return emptyLedger();
    throw error;
  }
}

function emptyLedger(): GetLedgerResponse {
  return {
    ...{ known: 0, parked: 0, waiting: 0, leased: 0, atRest: [], pages: 0, refused: [] },
    ...{ leasesGiven: 0, leasesSettled: 0, leasesReleased: 0, leasesExpired: 0, leasesOut: 0 },
    ...{ deferredHosts: [], deferred: 0, buckets: 0 },
  };
}
