import type { Document } from '@mayfly/contracts/documentstore/v1';
import type { DemoWorld, ReachablePage } from '@mayfly/demo-world';
import { ask, askDeadLetters, auditSuite, type SuiteAddresses } from '@mayfly/mayfly/suite';
import { eventually } from '@mayfly/testing';
import { compareAttempts } from './attempt-books.ts';
import { isExpected } from './expected-outcome.ts';

/** What a finished crawl has to show; of all but `pages` there must be none. */
export interface CrawlVerdict {
  /** Pages that are as they must be. */
  readonly pages: number;
  /** Pages without the right attempt and bytes, and messages that were given up. */
  readonly lost: readonly string[];
  /** Pages with more than one version, though they never changed. */
  readonly doubled: readonly string[];
  /** Attempts that failed, in a world where nothing fails. */
  readonly failed: readonly string[];
  /** Books that do not balance, or are not closed. */
  readonly unbalanced: readonly string[];
}

const BATCH = 500;
/** Leases of whoever was killed last have to expire first. */
const CLOSED_WITHIN_MS = 30_000;

const CONSUMED = [
  { service: 'document-store', topic: 'fetches.ended.v1' },
  { service: 'scheduler', topic: 'documents.recorded.v1' },
  { service: 'site-scoring', topic: 'documents.recorded.v1' },
] as const;

/** Compares what a suite says of a crawl that is finished with a world that is as it was. */
export async function judgeCrawl(
  suite: SuiteAddresses,
  world: DemoWorld,
  { crawl, robotsSitemaps }: { readonly crawl: string; readonly robotsSitemaps: boolean },
): Promise<CrawlVerdict> {
  const pages = world.reachable({ robotsSitemaps });
  const unbalanced = await openBooks(suite);
  const urls = pages.map(({ url }) => url);
  const documents = await documentsOf(suite, urls);
  const robots = world.hosts.map((host) => `http://${host}/robots.txt`);
  const all = await documentsOf(suite, [...world.reachable().map(({ url }) => url), ...robots]);
  const judged = pages.map((page, at) => judgePage(page, documents[at], crawl));
  const lost = judged.flatMap((each) => each.lost);
  return {
    pages: pages.length - lost.length,
    lost: [...lost, ...(await deadLetters(suite))],
    doubled: [...judged.flatMap((each) => each.doubled), ...(await versionsTooMany(suite, all))],
    failed: judged.flatMap((each) => each.failed),
    unbalanced: [...unbalanced, ...(await compareAttempts(suite, crawl, all))],
  };
}

async function documentsOf(suite: SuiteAddresses, urls: readonly string[]): Promise<Document[]> {
  const found: Document[] = [];
  for (let from = 0; from < urls.length; from += BATCH) {
    const { documents } = await ask(suite, 'document-store', (store) =>
      store.getDocuments({ urls: urls.slice(from, from + BATCH) }),
    );
    found.push(...documents);
  }
  return found;
}

function judgePage(
  { url, expected, sha256 }: ReachablePage,
  document: Document | undefined,
  crawl: string,
): Pick<CrawlVerdict, 'lost' | 'doubled' | 'failed'> {
  const attempts = (document?.attempts ?? []).filter((attempt) => attempt.crawl === crawl);
  const failed = attempts.filter(({ outcome }) => !isExpected(expected, outcome));
  const latest = document?.latest;
  const kept = latest === undefined ? undefined : Buffer.from(latest.contentSha256).toString('hex');
  const isRight = attempts.length > failed.length && kept === sha256;
  const version = latest?.number ?? 0;
  const has = `${attempts.length} attempts with outcomes ${attempts.map(({ outcome }) => outcome).join(', ')}`;
  return {
    lost: isRight ? [] : [`${url} (${expected}): ${has}, bytes ${kept?.slice(0, 8)}`],
    doubled: version > 1 ? [`${url} (${expected}): version ${version}`] : [],
    failed: failed.map(({ attempt, outcome, detail }) => `${url} ${attempt}: ${outcome} ${detail}`),
  };
}

/** The store's own count of versions against the documents that it shows. */
async function versionsTooMany(
  suite: SuiteAddresses,
  documents: readonly Document[],
): Promise<string[]> {
  const shown = documents.filter(({ latest }) => latest !== undefined).length;
  const ledger = await ask(suite, 'document-store', (store) => store.getLedger({}));
  const counted = ledger.newVersions + ledger.duplicates;
  return counted > shown ? [`${counted} versions were counted for ${shown} documents`] : [];
}

/** Nothing was wrong with any message, so none may have been given up. */
async function deadLetters(suite: SuiteAddresses): Promise<string[]> {
  const lists = await Promise.all(
    CONSUMED.map(async ({ service, topic }) => {
      const { letters } = await askDeadLetters(suite, service, (it) =>
        it.listDeadLetters({ topic, pageToken: '' }),
      );
      return letters.map(({ key, code, reason }) => `${service} gave up ${key}: ${code} ${reason}`);
    }),
  );
  return lists.flat();
}

async function openBooks(suite: SuiteAddresses): Promise<string[]> {
  const closed = eventually(async () => (await auditSuite(suite)).open === 0, {
    what: 'all leases to end and all messages to be handled',
    withinMs: CLOSED_WITHIN_MS,
    everyMs: 250,
  });
  const open = await closed.then(
    () => [],
    (error: Error) => [error.message],
  );
  const { entries } = await auditSuite(suite);
  const wrong = entries.filter(({ balances }) => !balances);
  return [...open, ...wrong.map(({ what, figures }) => `${what}: ${figures}`)];
}
