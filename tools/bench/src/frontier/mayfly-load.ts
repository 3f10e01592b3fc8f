import {
  FrontierServiceDefinition,
  type Lease,
  type LeaseUrlStreamRequest,
  SubmitAnswer,
  type SubmitUrlsRequest,
} from '@mayfly/contracts/frontier/v1';
import { Outcome } from '@mayfly/contracts/crawl/v1';
import { type Client, durationOf, openClient } from '@mayfly/grpc';
import { Spoken } from '@mayfly/testing';
import type { LoadOrder } from './load-order.ts';
import { batchesOf, sampleOf, urlAt } from './made-urls.ts';

export const CRAWL = 'bench';
export const WARM_UP_CRAWL = 'bench-warm-up';
const BATCH = 1_000;
const BATCHES_UNDER_WAY = 6;
const LEASES_OUT = 2_000;
const LEASES_A_CALL = 100;

export type FrontierClient = Client<typeof FrontierServiceDefinition>;

export function openFrontierClient(address: string): Promise<FrontierClient> {
  return openClient(FrontierServiceDefinition, {
    service: 'bench',
    target: `dns:///${address}`,
    deadlineMs: 60_000,
    streamDeadlineMs: 3_600_000,
  });
}

/** Makes a crawl, or changes it: private, so that it may do without manners. */
export async function putCrawl(
  client: FrontierClient,
  { name, revision, paused }: { name: string; revision: number; paused: boolean },
): Promise<void> {
  const manners = { delay: durationOf(0), busyFactor: 0, leasesAtATime: 1_000, obeyRobots: false };
  const scope = { sites: [], hosts: [], prefixes: [], domains: ['test'] };
  await client.putCrawls({
    crawls: [
      {
        ...{ name, revision, paused, deleted: false },
        settings: { scope, policy: 1, private: true, manners },
      },
    ],
  });
}

/** Submits URLs that are new, and tells how many are acknowledged so far. */
export function submitNew(
  client: FrontierClient,
  order: LoadOrder,
  acknowledged: (count: number) => void = () => {},
): Promise<number> {
  const batches = batchesOf(order.from, order.urls, BATCH);
  return submit(client, order, { batches, source: 'http://first.test/', acknowledged });
}

/** Submits URLs again that another one has discovered. */
export function submitKnown(
  client: FrontierClient,
  order: LoadOrder,
  acknowledged: (count: number) => void = () => {},
): Promise<number> {
  const batches = sampleOf(order.urls, order.count, BATCH);
  return submit(client, order, { batches, source: 'http://second.test/', acknowledged });
}

interface Submits {
  readonly batches: Iterable<number[]>;
  readonly source: string;
  readonly acknowledged: (count: number) => void;
}

async function submit(
  client: FrontierClient,
  order: LoadOrder,
  { batches, source, acknowledged }: Submits,
): Promise<number> {
  const wanted =
    order.step === 'submit-new' ? SubmitAnswer.SUBMIT_ANSWER_NEW : SubmitAnswer.SUBMIT_ANSWER_KNOWN;
  const talk = new Spoken<SubmitUrlsRequest>();
  const answers = client.submitUrlStream(talk);
  const defaults = { crawl: order.crawl, discoverer: { source, attempt: 1 } };
  const iterator = batches[Symbol.iterator]();
  const sayNext = () => {
    const next = iterator.next();
    if (next.done === true) talk.end();
    else talk.say({ submissions: next.value.map((at) => submissionOf(at, order)), defaults });
  };
  for (let at = 0; at < BATCHES_UNDER_WAY; at += 1) sayNext();
  let count = 0;
  for await (const { results } of answers) {
    const other = results.find(({ answer }) => answer !== wanted);
    if (other !== undefined) {
      throw new Error(`${order.step}: answered ${other.answer} ${other.rule} instead of ${wanted}`);
    }
    count += results.length;
    acknowledged(count);
    sayNext();
  }
  return count;
}

function submissionOf(at: number, order: LoadOrder) {
  return {
    ...{ crawl: '', url: urlAt(at, order), priority: 1 },
    ...{ depth: 1, hops: 0, seed: false, minRevision: 0, group: '' },
  };
}

/** Leases and settles so many URLs by one stream. */
export async function leaseSettle(
  client: FrontierClient,
  { count }: LoadOrder,
  acknowledged: (count: number) => void = () => {},
): Promise<number> {
  const talk = new Spoken<LeaseUrlStreamRequest>();
  const answers = client.leaseUrlStream(talk);
  let credited = 0;
  let settled = 0;
  const say = (over: Partial<LeaseUrlStreamRequest>, wanted: number) => {
    const credits = Math.min(1_000, wanted, count - credited);
    credited += credits;
    const nothing = { fetcherId: '', settlements: [], releases: [], extendLeaseIds: [] };
    talk.say({ ...nothing, ...over, credits });
  };
  say({ fetcherId: 'bench' }, LEASES_OUT);
  say({}, LEASES_OUT - 1_000);
  for await (const { leases, settled: ended } of answers) {
    if (leases.length > 0) say({ settlements: settlementsOf(leases) }, leases.length);
    if (ended.some((answer) => answer !== 1)) throw new Error('a lease could not be settled');
    settled += ended.length;
    if (ended.length > 0) acknowledged(settled);
    if (settled === count) talk.end();
  }
  return settled;
}

/** How long each of so many calls for 100 leases takes; what they bring is settled between the calls. */
export async function leaseTimes(
  client: FrontierClient,
  { count }: LoadOrder,
  acknowledged: (count: number) => void = () => {},
): Promise<{ readonly urls: number; readonly timesMs: number[] }> {
  const timesMs: number[] = [];
  const wait = durationOf(10_000);
  let urls = 0;
  for (let at = 0; at < count; at += 1) {
    const startMs = performance.now();
    const { leases } = await client.leaseUrls({
      ...{ fetcherId: 'bench', maxLeases: LEASES_A_CALL, wait, named: [] },
    });
    timesMs.push(performance.now() - startMs);
    if (leases.length === 0) throw new Error('no leases, though URLs wait');
    urls += leases.length;
    await client.settleLeases({ settlements: settlementsOf(leases) });
    acknowledged(urls);
  }
  return { urls, timesMs };
}

const settlementsOf = (leases: readonly Lease[]) =>
  leases.map(({ leaseId }) => ({
    ...{ leaseId, outcome: Outcome.OUTCOME_OK, hostTime: durationOf(1), address: '' },
  }));

/** Throws where the books do not add up, or do not say what was done. */
export async function checkLedger(
  client: FrontierClient,
  {
    crawl,
    ...wanted
  }: { readonly crawl: string; readonly known: number; readonly settled: number },
): Promise<void> {
  const ledger = await client.getLedger({ crawl });
  const atRest = ledger.atRest.reduce((sum, { urls }) => sum + urls, 0);
  const { known, parked, waiting, leased } = ledger;
  const { leasesGiven, leasesSettled, leasesReleased, leasesExpired, leasesOut } = ledger;
  const holds =
    known === parked + waiting + leased + atRest &&
    leasesGiven === leasesSettled + leasesReleased + leasesExpired + leasesOut &&
    known === wanted.known &&
    leasesSettled === wanted.settled;
  if (!holds) {
    throw new Error(
      `the books of ${crawl} are not ${JSON.stringify(wanted)}: ${JSON.stringify(ledger)}`,
    );
  }
}
