import { setTimeout as delay } from 'node:timers/promises';
import { Outcome, Policy, type Settings } from '@mayfly/contracts/crawl/v1';
import {
  DocumentStoreServiceDefinition,
  type GetLedgerResponse as Documents,
} from '@mayfly/contracts/documentstore/v1';
import {
  FrontierServiceDefinition,
  type GetLedgerResponse as Frontier,
} from '@mayfly/contracts/frontier/v1';
import { SchedulerServiceDefinition } from '@mayfly/contracts/scheduler/v1';
import { benchAddress } from '@mayfly/demo-world/bench-pages';
import { durationOf, openClient } from '@mayfly/grpc';
import type { SuiteAddresses } from '@mayfly/mayfly/suite';
import type { Task } from './contender.ts';
import type { Result } from './result-line.ts';

const CRAWL = 'walk';
const LOOK_EVERY_MS = 250;
/** How many looks pass before all books are asked anyway. */
const LOOKS_BETWEEN = 20;

/**
 * Walks through a web and stores everything. It ends when the frontier has every page at rest, the document-store has
 * recorded every attempt and the scheduler has heard of all of them, so that nothing is left for later; or when the
 * scheduler says that nothing is left to do.
 */
export async function walkThrough(suite: SuiteAddresses, task: Task): Promise<Result> {
  const at = (address: string) => ({ service: 'bench', target: `dns:///${address}` });
  await using scheduler = await openClient(SchedulerServiceDefinition, at(suite.scheduler));
  await using frontier = await openClient(FrontierServiceDefinition, at(suite.frontier));
  const store = DocumentStoreServiceDefinition;
  await using documents = await openClient(store, at(suite['document-store']));
  await scheduler.createCrawl({ name: CRAWL, seeds: [task.seed], settings: settingsFor(task) });
  for (let look = 1; ; look += 1) {
    await delay(LOOK_EVERY_MS);
    const urls = await frontier.getLedger({});
    // Who watches costs time that is no part of the walk: one book is asked while pages are missing in it.
    if (pagesAtRest(urls) < task.pages && look % LOOKS_BETWEEN !== 0) continue;
    const records = await documents.getLedger({});
    const { lagMessages } = await scheduler.getStatus({});
    const isDone = storedPages(urls, records) >= task.pages && lagMessages === 0;
    const { crawl } = isDone ? {} : await scheduler.getCrawl({ name: CRAWL });
    if (isDone || crawl?.finished !== undefined) {
      return { pages: storedPages(urls, records), errors: errorsOf(urls, records) };
    }
  }
}

/** Politeness and robots.txt are off, as they are for the peers. */
function settingsFor({ seed, hosts }: Task): Settings {
  const { port } = new URL(seed);
  return {
    policy: Policy.POLICY_BFS,
    private: true,
    scope: {
      sites: [],
      hosts: Array.from({ length: hosts }, (_, host) => `${benchAddress(host)}:${port}`),
      prefixes: [],
      domains: [],
    },
    manners: { delay: durationOf(0), busyFactor: 0, leasesAtATime: 8, obeyRobots: false },
  };
}

/** Pages that the frontier has seen to the end. */
function pagesAtRest({ atRest }: Frontier): number {
  return atRest.find(({ outcome }) => outcome === Outcome.OUTCOME_OK)?.urls ?? 0;
}

/** Pages that both books have. */
function storedPages(urls: Frontier, records: Documents): number {
  const { newVersions, unchanged, duplicates } = records;
  return Math.min(pagesAtRest(urls), newVersions + unchanged + duplicates);
}

function errorsOf(urls: Frontier, { withoutDocument, late, deadLetters }: Documents): number {
  return urls.leasesExpired + withoutDocument + late + deadLetters;
}
