import { systemClock } from '@mayfly/clock';
import type { RunningSuite } from '@mayfly/e2e/running-suite';
import { eventually, freePorts } from '@mayfly/testing';
import type { Output } from '../lab.ts';
import { scarceRate } from './budget.ts';
import { type CrawlTerms, DemoCrawl, reaching } from './demo-crawl.ts';
import { demoSize } from './demo-size.ts';
import { openPlace, type Place } from './places.ts';
import { progressLine, type Result, rowsOf, tableOf } from './report.ts';
import type { DemoSettings, Mode } from './settings.ts';

/** Seconds between two lines of progress. */
const LOOK_EVERY = 10;

/** Runs each mode after the other, the policies of a mode at the same time. */
export async function runDemo(settings: DemoSettings, output: Output): Promise<number> {
  const { minutes, seed, revisitSeconds } = settings;
  const size = demoSize(seed);
  const rate = settings.rate ?? scarceRate(size, { seconds: minutes * 60, revisitSeconds });
  output.progress(
    `${size.reachable} URLs at the start, ${size.publishedPerSecond} articles a second, ${size.sources} front pages, sections, feeds and sitemaps: ${rate} requests a second`,
  );
  const results: Result[] = [];
  for (const mode of settings.modes) {
    results.push(...(await runMode(mode, { settings, rate, output })));
  }
  const rows = rowsOf(results, { rate, minutes, seed });
  for (const row of rows) output.row({ ...row });
  output.text(tableOf(rows));
  return 0;
}

interface Around {
  readonly settings: DemoSettings;
  readonly rate: number;
  readonly output: Output;
}

async function runMode(mode: Mode, { settings, rate, output }: Around): Promise<Result[]> {
  const { policies, revisitSeconds, seed, minutes } = settings;
  await using open = new AsyncDisposableStack();
  output.progress(`${mode}: starting ${policies.length} suites`);
  const place = open.use(await openPlace(mode, (line) => output.progress(line)));
  const suites = await startSuites(place, policies.length, open);
  // Only now do the worlds begin: to each policy its own, but the same one.
  const crawls = await Promise.all(
    policies.map(async (policy, at) => {
      const terms: CrawlTerms = { policy, rate, revisitSeconds, seed };
      const crawl = await DemoCrawl.begin(terms, { ...suites[at]!, clock: systemClock });
      return open.use(crawl);
    }),
  );
  const beganMs = systemClock.monotonicMs();
  const until = (seconds: number) =>
    systemClock.sleep(Math.max(0, beganMs + seconds * 1_000 - systemClock.monotonicMs()));
  for (let seconds = LOOK_EVERY; seconds < minutes * 60; seconds += LOOK_EVERY) {
    await until(seconds);
    // A look that fails says nothing of the crawl; the last one counts.
    const line = await resultsOf(mode, crawls).then(
      (results) => progressLine(mode, seconds, results),
      (error: Error) => `${mode} ${seconds} s: ${error.message}`,
    );
    output.progress(line);
  }
  await until(minutes * 60);
  const endMs = systemClock.nowMs();
  // Awaited here: the suites are gone once this function has returned.
  return await eventually(() => resultsOf(mode, crawls, endMs), {
    ...{ what: 'the document-stores to answer', withinMs: 60_000, everyMs: 1_000 },
  });
}

function resultsOf(mode: Mode, crawls: readonly DemoCrawl[], untilMs?: number): Promise<Result[]> {
  return Promise.all(
    crawls.map(async (crawl) => ({
      ...{ mode, policy: crawl.terms.policy, requests: crawl.requests },
      interest: await crawl.look(untilMs),
    })),
  );
}

interface ReadySuite {
  readonly suite: RunningSuite;
  readonly port: number;
}

/** A suite each, told beforehand on which port its world will be. */
async function startSuites(
  place: Place,
  count: number,
  open: AsyncDisposableStack,
): Promise<ReadySuite[]> {
  const ports = await freePorts(count);
  const started = await Promise.allSettled(
    ports.map(async (port) => {
      const suite = open.use(await place.start(reaching(port)));
      return { suite, port };
    }),
  );
  return started.map((one) => {
    if (one.status === 'rejected') throw one.reason;
    return one.value;
  });
}
