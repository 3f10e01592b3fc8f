import { openPolicy, type Policy } from '@mayfly/echo';
import { seededRandom } from '@mayfly/testing';
import { learnedSources } from './learned-sources.ts';
import { type SchedulerResult, schedulerLine } from './scheduler-result.ts';

const DAY = 86_400;
const START = 30 * DAY;
const REPLAN_SECONDS = 1_800;
/** Links that a crawl of a source shows on average. */
const NEW_LINKS = 2;
const WARM_UP = 0.2;
const CHUNK = 10_000;

const [count, hosts, plans, decisions] = process.argv.slice(2).map(Number) as [
  number,
  number,
  number,
  number,
];
/** As many requests as visit each source once in some twenty minutes. */
const rate = count / 1_000;

const before = memory();
const policy = openPolicy('mayfly', { rate, start: 0, random: seededRandom(1) });
load();
// What a plan needs beside the sources belongs to them too.
policy.plan(START);
const bytesPerSource = (memory() - before) / count;
const planSeconds = Array.from({ length: plans }, (_, i) =>
  cpuSeconds(() => policy.plan(START + (i + 1) * REPLAN_SECONDS)),
);
let at = START + (plans + 0.01) * REPLAN_SECONDS;
let pages = 0;
decide(decisions * WARM_UP);
const decisionUs = (cpuSeconds(() => decide(decisions)) / decisions) * 1e6;
const result: SchedulerResult = { planSeconds, bytesPerSource, decisionUs };
process.stdout.write(schedulerLine(result));

/** All are there at once, as at a start of the scheduler; rows come a part at a time, as from a table. */
function load(): void {
  const record = learnedSources(count, hosts);
  policy.addSources(
    Array.from({ length: count }, (_, source) => ({ source, host: source % hosts })),
    0,
  );
  for (let from = 0; from < count; from += CHUNK) {
    const length = Math.min(CHUNK, count - from);
    policy.loadSources(Array.from({ length }, (_, i) => record(from + i)));
  }
}

/** Decisions, and the reports of what came of them. */
function decide(times: number): void {
  const random = seededRandom(2);
  for (let i = 0; i < times; i += 1) {
    at += 1 / rate;
    const job = policy.next(at);
    if (job === undefined) throw new Error('there was nothing to do');
    report(policy, job, random);
  }
}

function report(to: Policy, job: NonNullable<ReturnType<Policy['next']>>, random: () => number) {
  if (job.kind === 'page') return to.crawledPage({ page: job.id, at, published: at - 60 });
  const found = Math.floor(random() * (2 * NEW_LINKS + 1));
  const links = Array.from({ length: found }, () => [pages++] as const);
  to.crawledSource({ source: job.id, at, links, listed: 30, overflow: false });
}

function cpuSeconds(work: () => void): number {
  const began = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1e6;
}

/** Bytes in use once nothing is left to collect. */
function memory(): number {
  globalThis.gc!();
  globalThis.gc!();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
