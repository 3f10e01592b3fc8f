import { expect } from '@jest/globals';
import { systemClock } from '@mayfly/clock';
import { Policy, type Settings } from '@mayfly/contracts/crawl/v1';
import type { Document } from '@mayfly/contracts/documentstore/v1';
import type { Crawl } from '@mayfly/contracts/scheduler/v1';
import { type DemoWorld, type Extra, openDemoWorld } from '@mayfly/demo-world';
import { durationOf } from '@mayfly/grpc';
import { ask, auditSuite, type SuiteAddresses } from '@mayfly/mayfly/suite';
import { eventually } from '@mayfly/testing';
import { DELAY_MS } from '../src/crawl-world.ts';
import type { RunningSuite } from '../src/running-suite.ts';

/** The machine may have much else to do. */
export const PATIENCE_MS = 60_000;

/** A web in which there is nothing but what a scenario puts there. */
export function emptyWorld(extra: Readonly<Record<string, Extra>> = {}): Promise<DemoWorld> {
  return openDemoWorld({ clock: systemClock, frozen: true, hosts: 1, articles: 0, extra });
}

/** A crawl of what its seeds lead to, in the default scope. */
export function scenarioSettings(over: Partial<Settings> = {}): Settings {
  return {
    policy: Policy.POLICY_MAYFLY,
    private: true,
    manners: { delay: durationOf(DELAY_MS), busyFactor: 0 },
    ...over,
  };
}

/** The crawl as the scheduler shows it. */
export async function crawlOf(suite: SuiteAddresses, name: string): Promise<Crawl> {
  const { crawl } = await ask(suite, 'scheduler', (scheduler) => scheduler.getCrawl({ name }));
  return crawl!;
}

/** What is known of some URLs, in their order. */
export async function documentsOf(
  suite: SuiteAddresses,
  urls: readonly string[],
): Promise<readonly Document[]> {
  const { documents } = await ask(suite, 'document-store', (store) =>
    store.getDocuments({ urls: [...urls] }),
  );
  return documents;
}

/** The outcomes and records of all attempts of a URL, oldest first. */
export async function attemptsOf(suite: SuiteAddresses, url: string) {
  const [document] = await documentsOf(suite, [url]);
  return document!.attempts.map(({ outcome, record }) => ({ outcome, record })).toReversed();
}

/** The books of one crawl with the frontier. */
export function ledgerOf(suite: SuiteAddresses, crawl: string) {
  return ask(suite, 'frontier', (frontier) => frontier.getLedger({ crawl }));
}

/** Nothing is under way any more, and all books say the same. */
export async function expectClosedBooks(suite: RunningSuite): Promise<void> {
  await eventually(
    async () => {
      const { entries, open } = await auditSuite(await suite.addresses());
      expect(entries.filter(({ balances }) => !balances)).toEqual([]);
      expect(open).toBe(0);
    },
    { what: 'the books to be closed', withinMs: PATIENCE_MS, everyMs: 200 },
  );
}

/** How often the web was asked for a URL. */
export function timesAsked({ log }: DemoWorld, url: string): number {
  return log.entries.filter((access) => access.url === url).length;
}
