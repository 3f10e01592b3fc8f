import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '@mayfly/clock';
import { stopSignal, UsageError } from '@mayfly/command-line';
import { Outcome } from '@mayfly/contracts/crawl/v1';
import { Closer } from '@mayfly/lifecycle';
import { hostOf, type Url } from '@mayfly/url';
import { checkContactOf, contactFor } from '../contact.ts';
import { type CrawlOptions, readCrawlOptions } from '../crawl-options.ts';
import { type CrawlPlan, demoPlan, givenPlan, isOnLoopback } from '../crawl-plan.ts';
import type { Demo } from '../demo.ts';
import { makeDataFolder } from '../make-data-folder.ts';
import { ProgressPrinter } from '../print/progress-printer.ts';
import { wordOf } from '../print/words.ts';
import type { Progress } from '../progress.ts';
import { runCrawl, type RunEnd } from '../run-crawl.ts';
import { findSuite, type SuiteAddresses } from '../suite/addresses.ts';
import { tellerOfStuck } from '../stuck.ts';
import type { Verb } from '../verb.ts';
import { whyWaiting } from '../why-waiting.ts';

/** Hosts of seeds that are asked about at most when nothing was fetched. */
const MOST_HOSTS = 20;

export const crawl: Verb = {
  name: 'crawl',
  usage: '[URL...] [options]     (also: npm start -- [URL...] [options])',
  means: 'crawls sites, or without a URL a small demo world, with all six services in this process',
  help: `  --contact WHO   mail address or URL for the user agent; needed beyond this machine, remembered in the data folder
  --deny PATTERN   leaves out URLs that fit: * for any characters, $ for the end; of the path where it begins with a slash
  --allow PATTERN  takes those that fit though --deny does; the longest pattern decides
  --pages N       ends after N pages of this run (default: no limit)
  --for TIME      ends after this time, such as 2m (default: until nothing is left, or Ctrl-C)
  --revisit TIME  visits sources again for new pages when that is worth it, with this time between two visits of one at least, such as 5m;
                  the crawl then goes on until Ctrl-C (default: nothing is fetched twice; 20s in the demo world)
  --policy NAME   how it decides: mayfly, bfs, fixed-quota, frequency, echo-greedy, echo-schedule, echo-newpages or whittle (default mayfly)
  --data DIR      the data folder; a second run goes on where the first one ended (default .mayfly)
  --name NAME     what the crawl is called (default: after the first URL; demo for the demo world)
  --attach        uses the suite that runs already (npm run cluster) instead of one in this process; it goes on with the crawl
                  after --for and after Ctrl-C
  --json          one object a line
  --seed N        another demo world (default 1)
  --articles N    articles of the demo world at the start (default 400)
  --frozen        a demo world in which nothing new appears, so that the crawl comes to an end
  --help          this text

Hosts on this machine are crawled when every URL given is one; other addresses that are not public never are.
`,
  fields: {
    ...{ name: '--name', 'seeds[]': 'URL', seeds: 'URL', 'urls[]': 'URL' },
    ...{ revisit_interval: '--revisit', 'settings.revisit_interval': '--revisit' },
    ...{ 'limits.max_pages': '--pages', 'settings.limits.max_pages': '--pages' },
    ...{ 'settings.url_rules.deny[]': '--deny', 'settings.url_rules.allow[]': '--allow' },
  },
  run: async (args) => {
    const options = readCrawlOptions(args);
    const signal = stopSignal();
    const closer = new Closer();
    try {
      await makeDataFolder(options.dataFolder);
      const { plan, suite } = await (options.attach
        ? attached(options)
        : embedded(options, closer));
      const printer = new ProgressPrinter(options.json);
      printer.begin(plan);
      const { pages, forMs } = options;
      const tellStuck = tellerOfStuck(
        () => unreachedHosts(suite, plan),
        (reason) => printer.note(`nothing fetched yet: ${reason}`),
      );
      const onProgress = (progress: Progress) => {
        printer.progress(progress);
        void tellStuck(progress);
      };
      const end = await runCrawl(suite, { plan, pages, forMs, signal, onProgress });
      const unreached = end.last.pages === 0 ? await unreachedHosts(suite, plan) : [];
      const goesOn = options.attach && (end.why === 'time is over' || end.why === 'stopped');
      printer.end({ ...summaryOf(plan, end), goesOn, unreached });
      return unreached.length === 0 ? 0 : 1;
    } finally {
      await closer.close();
    }
  },
};

interface Start {
  readonly plan: CrawlPlan;
  readonly suite: SuiteAddresses;
}

async function embedded(options: CrawlOptions, closer: Closer): Promise<Start> {
  const { plan, env, demo } = await planOf(options, closer);
  const { dataFolder } = options;
  // Loading six services takes a while, and most verbs need none of them.
  const { openEmbeddedSuite } = await import('../suite/embedded-suite.ts');
  const suite = await openEmbeddedSuite({ dataFolder, env }, closer);
  if (demo !== undefined) {
    const { reportDemoVisits } = await import('../visits/demo-visits.ts');
    const reporter = await reportDemoVisits(demo, suite.scheduler, systemClock);
    closer.add('readers of the demo world', reporter, (it) => it.close());
  }
  return { plan, suite };
}

/** Fetchers of a running suite have their contact and their hosts from whoever started them. */
async function attached(options: CrawlOptions): Promise<Start> {
  const suite = await findSuite(options.dataFolder);
  if (!options.seeds.every(isOnLoopback)) await checkContactOf(options.dataFolder);
  if (options.seeds.length > 0) return { plan: givenPlan(options), suite };
  const world = await readFile(join(options.dataFolder, 'world.json'), 'utf8').catch(
    () => undefined,
  );
  if (world === undefined) {
    throw new UsageError(
      '--attach: name a URL, or start the cluster with its demo world (--world)',
    );
  }
  const { hosts } = JSON.parse(world) as { hosts: string[] };
  return { plan: demoPlan(options, hosts), suite };
}

/** The demo world where no URL is given, and how the fetcher gets there. */
async function planOf(
  options: CrawlOptions,
  closer: Closer,
): Promise<{ plan: CrawlPlan; env: NodeJS.ProcessEnv; demo?: Demo }> {
  const { seeds, dataFolder } = options;
  // What makes no sense is refused before a contact is remembered.
  const given = seeds.length === 0 ? undefined : givenPlan(options);
  const isBeyond = !seeds.every(isOnLoopback);
  const contact = await contactFor(dataFolder, options.contact, isBeyond);
  const env = { ...process.env, ...(contact === undefined ? {} : { FETCHER_CONTACT: contact }) };
  // What is fetched by hand lies on this machine too then.
  const loopback = {
    FETCHER_PRIVATE_CIDRS: '127.0.0.0/8,::1/128',
    FRONTIER_BY_HAND_PRIVATE: 'true',
  };
  if (given !== undefined) {
    return { plan: given, env: isBeyond ? env : { ...env, ...loopback } };
  }
  const { checkWorldOf, startDemo } = await import('../demo.ts');
  await checkWorldOf(dataFolder, options.world.seed);
  const demo = await startDemo(options.world, systemClock);
  closer.add('demo world', demo, (it) => it.close());
  return {
    plan: demoPlan(options, demo.hosts),
    env: { ...env, ...loopback, FETCHER_HOSTS: demo.map },
    demo,
  };
}

/** Why none of the seeds could be fetched; none where one of them could. */
async function unreachedHosts(suite: SuiteAddresses, { seeds }: CrawlPlan): Promise<string[]> {
  const first = new Map(seeds.slice(0, MOST_HOSTS).map((url) => [hostOf(url as Url), url]));
  const reasons = await Promise.all([...first.values()].map((url) => whyWaiting(suite, url)));
  const known = reasons.filter((reason) => reason !== undefined);
  return known.length === reasons.length ? known : [];
}

function summaryOf({ name }: CrawlPlan, { why, last, ledger }: RunEnd) {
  const outcomes = ledger.atRest.map(({ outcome, urls }) => [
    wordOf(Outcome, outcome, 'OUTCOME_'),
    urls,
  ]);
  return {
    ...{ crawl: name, why, pages: last.pages, seconds: Number(last.seconds.toFixed(1)) },
    pagesPerSecond: Number((last.pages / Math.max(0.1, last.seconds)).toFixed(1)),
    ...{ known: ledger.known, waiting: ledger.waiting, parked: ledger.parked },
    outcomes: Object.fromEntries(outcomes) as Readonly<Record<string, number>>,
  };
}
