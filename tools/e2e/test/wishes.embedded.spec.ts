import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Outcome } from '@mayfly/contracts/crawl/v1';
import { Record } from '@mayfly/contracts/events/v1';
import type { WatchUrlsResponse } from '@mayfly/contracts/scheduler/v1';
import { type DemoWorld, pageWith } from '@mayfly/demo-world';
import { durationOf } from '@mayfly/grpc';
import { ask } from '@mayfly/mayfly/suite';
import { createCrawl, reaching, untilFinished } from '../src/crawl-world.ts';
import { type RunningSuite, runEmbedded } from '../src/running-suite.ts';
import {
  crawlOf,
  documentsOf,
  emptyWorld,
  expectClosedBooks,
  ledgerOf,
  scenarioSettings,
  timesAsked,
} from './scenario.ts';

const CRAWL = 'wishes';
const PAGE = 'http://wished.test/';

let world: DemoWorld;
let suite: RunningSuite;
beforeAll(async () => {
  world = await emptyWorld({ [PAGE]: pageWith('First') });
  suite = await runEmbedded(reaching(world));
  const crawl = { name: CRAWL, seeds: [PAGE], settings: scenarioSettings() };
  await createCrawl(await suite.addresses(), crawl);
  await untilFinished(() => suite.addresses(), CRAWL);
});
afterAll(async () => {
  await suite[Symbol.asyncDispose]();
  await world.close();
});

/** Wishes for the page and waits for what becomes of it. */
async function wish(maxAgeMs?: number): Promise<WatchUrlsResponse> {
  return ask(await suite.addresses(), 'scheduler', async (scheduler) => {
    const { results } = await scheduler.submitUrls({
      ...{ crawl: CRAWL, urls: [PAGE] },
      ...(maxAgeMs === undefined ? {} : { maxAge: durationOf(maxAgeMs) }),
    });
    expect(results).toEqual([{ accepted: true, url: PAGE, rule: '' }]);
    const answers: WatchUrlsResponse[] = [];
    for await (const one of scheduler.watchUrls({ crawl: CRAWL, urls: [PAGE] })) answers.push(one);
    expect(answers).toHaveLength(1);
    return answers[0]!;
  });
}

/** What must not change where nothing is fetched. */
async function figures() {
  const addresses = await suite.addresses();
  const { leasesGiven } = await ledgerOf(addresses, CRAWL);
  const { submitted } = await crawlOf(addresses, CRAWL);
  return { asked: timesAsked(world, PAGE), leasesGiven, submitted };
}

describe('a known URL that is wished for again', () => {
  it('is answered at once with the document it has, where any will do or it is young enough', async () => {
    const before = await figures();
    const [document] = await documentsOf(await suite.addresses(), [PAGE]);
    const expected = {
      ...{ url: PAGE, outcome: Outcome.OUTCOME_OK, record: Record.RECORD_NEW_VERSION },
      ...{ attempt: document!.latest!.attempt, contentSha256: document!.latest!.contentSha256 },
    };
    expect(await wish()).toMatchObject(expected);
    expect(await wish(3_600_000)).toMatchObject(expected);
    await untilFinished(() => suite.addresses(), CRAWL);
    expect(await figures()).toEqual({ ...before, submitted: 0 });
  });

  it('is fetched again where its document is too old, and found unchanged', async () => {
    const before = await figures();
    const [document] = await documentsOf(await suite.addresses(), [PAGE]);
    const answer = await wish(1);
    expect(answer).toMatchObject({
      outcome: Outcome.OUTCOME_UNCHANGED,
      record: Record.RECORD_UNCHANGED,
    });
    expect(answer.attempt).toBeGreaterThan(document!.attempts[0]!.attempt);
    await untilFinished(() => suite.addresses(), CRAWL);
    expect((await figures()).asked).toBe(before.asked + 1);
  });

  it('is fetched again where its document is too old, and has a new version', async () => {
    world.setExtra(PAGE, pageWith('Second'));
    expect(await wish(1)).toMatchObject({
      outcome: Outcome.OUTCOME_OK,
      record: Record.RECORD_NEW_VERSION,
    });
    const [document] = await documentsOf(await suite.addresses(), [PAGE]);
    expect(document!.latest).toMatchObject({ number: 2, title: 'Second' });
    await expectClosedBooks(suite);
  });
});
