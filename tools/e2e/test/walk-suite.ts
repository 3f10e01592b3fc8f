import { expect } from '@jest/globals';
import { systemClock } from '@mayfly/clock';
import { Outcome } from '@mayfly/contracts/crawl/v1';
import {
  disallowedRequests,
  type DemoWorld,
  type Expected,
  impoliteRequests,
  openDemoWorld,
  overlappingRequests,
} from '@mayfly/demo-world';
import { ask, auditSuite, type SuiteAddresses } from '@mayfly/mayfly/suite';
import { eventually } from '@mayfly/testing';
import {
  createCrawl,
  DELAY_MS,
  reaching,
  untilFinished,
  worldSettings,
} from '../src/crawl-world.ts';
import type { RunningSuite } from '../src/running-suite.ts';
import { traceCollector } from '../src/trace-collector.ts';
import { traceEdges } from '../src/trace-edges.ts';

/** What leads where in the whole walk; `style` of a trace, not of a picture: a new edge is a new dependency. */
const EDGES = [
  'document-store → dedup',
  'document-store → scheduler',
  'document-store → site-scoring',
  'fetcher → document-store',
  'fetcher → frontier',
  'scheduler → frontier',
  'scheduler → site-scoring',
];

const CRAWL = 'walk';

/** Crawls the frozen world to its end and looks at what is left of it, on both sides. */
export async function walkWholeWorld(
  start: (env: Readonly<{ [name: string]: string }>) => Promise<RunningSuite>,
): Promise<void> {
  await using collector = await traceCollector();
  await using world = await openDemoWorld({
    ...{ clock: systemClock, frozen: true, articles: 150, crawlDelayS: 0.2 },
  });
  await using suite = await start({ ...reaching(world), ...collector.env });
  const settings = worldSettings(world);
  await createCrawl(await suite.addresses(), { name: CRAWL, seeds: world.seeds, settings });
  await untilFinished(() => suite.addresses(), CRAWL);

  const addresses = await suite.addresses();
  await expectAllRecordedOnce(world, addresses);
  const books = await auditSuite(addresses);
  expect(books.entries.filter(({ balances }) => !balances)).toEqual([]);
  expect(books.open).toBe(0);
  expectGoodManners(world);

  // Each process sends its spans when it has time to: those of one end of a trace may come long before the other's.
  const what = 'the last spans to be sent';
  await eventually(() => expect(traceEdges(collector.spans)).toEqual(EDGES), { what });
  await eventually(() => expectOneTracePerAttempt(collector.spans), { what });
}

const OUTCOMES: Readonly<{ [is in Expected]?: readonly number[] }> = {
  ok: [Outcome.OUTCOME_OK],
  duplicate: [Outcome.OUTCOME_OK],
  redirect: [Outcome.OUTCOME_REDIRECTED, Outcome.OUTCOME_REDIRECT_LOOP],
  gone: [Outcome.OUTCOME_GONE],
  refused: [Outcome.OUTCOME_REFUSED],
  'robots-disallowed': [Outcome.OUTCOME_ROBOTS],
};

/** Every page that can be reached has one attempt with the right end, and one version with the right bytes. */
async function expectAllRecordedOnce(world: DemoWorld, suite: SuiteAddresses): Promise<void> {
  const pages = world.reachable();
  expect(pages.length).toBeGreaterThan(200);
  for (let from = 0; from < pages.length; from += 500) {
    const some = pages.slice(from, from + 500);
    const { documents } = await ask(suite, 'document-store', (store) =>
      store.getDocuments({ urls: some.map(({ url }) => url) }),
    );
    const seen = documents.map(({ url, latest, attempts }, at) => {
      const expected = OUTCOMES[some[at]!.expected];
      const [last] = attempts;
      const isRight = expected === undefined || expected.includes(last?.outcome ?? -1);
      return {
        url,
        attempts: expected === undefined ? 1 : attempts.length,
        outcome: isRight ? some[at]!.expected : last?.outcome,
        sha256:
          latest === undefined ? undefined : Buffer.from(latest.contentSha256).toString('hex'),
        version: latest?.number,
      };
    });
    const wanted = some.map(({ url, expected, sha256 }) => ({
      ...{ url, attempts: 1, outcome: expected, sha256 },
      version: sha256 === undefined ? undefined : 1,
    }));
    expect(seen).toEqual(wanted);
  }
  const twins = pages.filter(({ expected }) => expected === 'duplicate').length;
  const ledger = await ask(suite, 'document-store', (store) => store.getLedger({}));
  expect(twins).toBeGreaterThan(0);
  expect(ledger).toMatchObject({ duplicates: twins, unchanged: 0, late: 0, deadLetters: 0 });
}

/** Judged from the web server's log, not from ours. */
function expectGoodManners(world: DemoWorld): void {
  const log = world.log.entries;
  const delayMs = (host: string) => Math.max(DELAY_MS, world.crawlDelayMs(host));
  expect(impoliteRequests(log, { delayMs, toleranceMs: 2 })).toEqual([]);
  expect(overlappingRequests(log)).toEqual([]);
  expect(disallowedRequests(log, world)).toEqual([]);
  expect(log.every(({ userAgent }) => userAgent.startsWith('Mayfly/'))).toBe(true);
}

/** From the lease to the announcement; every attempt has its own, and whoever hears the announcement links to it. */
function expectOneTracePerAttempt(
  spans: readonly { readonly name: string; readonly service: string; readonly traceId: string }[],
): void {
  const attempts = spans.filter(({ name, service }) => service === 'fetcher' && name === 'attempt');
  expect(new Set(attempts.map(({ traceId }) => traceId)).size).toBe(attempts.length);
  const servicesOf = new Map<string, Set<string>>();
  for (const { traceId, service } of spans) {
    servicesOf.set(traceId, (servicesOf.get(traceId) ?? new Set()).add(service));
  }
  for (const { traceId } of attempts) {
    expect([...servicesOf.get(traceId)!]).toEqual(
      expect.arrayContaining(['fetcher', 'document-store']),
    );
  }
}
