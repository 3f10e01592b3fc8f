import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@mayfly/testing';
import type { Cores } from '../walk/pinned-process.ts';
import type { About, Measured, Whole } from './frontier-figures.ts';
import { LoadProcess } from './load-process.ts';
import type { LoadOrder } from './load-order.ts';
import { urlAt } from './made-urls.ts';
import { checkLedger, CRAWL, openFrontierClient, putCrawl } from './mayfly-load.ts';
import { bytesOnDisk, memoryOf } from './process-facts.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import { resultOf } from './progress.ts';
import { stepsOf, warmedUp } from './steps.ts';

/** What is measured, and how. */
export interface FrontierRun extends About {
  readonly scatter: boolean;
  readonly cores: Cores;
  readonly profileFolder: string | undefined;
  readonly say: (line: string) => void;
}

/** So much is submitted beyond the URLs of the run while the server is killed. */
const MORE_SHARE = 4;

/** Everything about one number of URLs over one number of hosts, on a fresh data folder. */
export async function measureFrontier(run: FrontierRun): Promise<Whole> {
  const { urls, hosts, scatter, cores, profileFolder, say } = run;
  await using folder = await mkdtempDisposable(join(tmpdir(), 'mayfly-frontier-'));
  const start = { folder: folder.path, core: cores.contender, profileFolder };
  await using server = await startServer(start);
  await withClient(server.address, (client) =>
    putCrawl(client, { name: CRAWL, revision: 1, paused: false }),
  );
  const shape = { urls, hosts, scatter, api: 'mayfly', crawl: CRAWL } as const;
  const measured: Measured[] = [];
  let there = urls;
  let bytesPerUrl = 0;
  for (const step of stepsOf(urls)) {
    const order = { ...shape, ...step, address: server.address, pid: server.pid };
    await using load = new LoadProcess(order, cores.web);
    const result = await resultOf(load, {
      ...{ about: `${urls} URLs, ${hosts} hosts`, say },
      ...{ step: step.step, expected: step.expected },
    });
    const isExact = step.step !== 'lease-times';
    if (isExact ? result.urls !== step.expected : result.urls > step.expected) {
      throw new Error(`${step.step}: ${result.urls} URLs instead of ${step.expected}`);
    }
    say(
      `${urls} URLs, ${hosts} hosts: ${step.step} ${result.urls} in ${result.seconds.toFixed(2)} s`,
    );
    measured.push({ step: step.step, result });
    there += warmedUp(step);
    bytesPerUrl = Math.max(bytesPerUrl, (await bytesOnDisk(folder.path)) / there);
  }
  const settled = measured
    .filter(({ step }) => step.startsWith('lease'))
    .reduce((sum, { result }) => sum + result.urls, 0);
  await withClient(server.address, (client) =>
    checkLedger(client, { crawl: CRAWL, known: urls, settled }),
  );
  const { rssMb, anonMb } = memoryOf(server.pid);
  say(
    `${urls} URLs, ${hosts} hosts: ${rssMb.toFixed(0)} MB resident, ${anonMb.toFixed(0)} MB without files`,
  );
  const submitting = { ...shape, step: 'submit-new', address: server.address } as const;
  if (profileFolder !== undefined) await server.stop();
  const readySeconds =
    profileFolder === undefined
      ? await readyAfterKill(server, { ...submitting, from: urls, count: 0 }, run, folder.path)
      : undefined;
  return { measured, rssMb, anonMb, bytesPerUrl, readySeconds };
}

/** `kill -9` while URLs are submitted; then the time until the books are read and a submit is acknowledged. */
async function readyAfterKill(
  server: ServerProcess,
  order: LoadOrder,
  { urls, hosts, cores, say }: FrontierRun,
  folder: string,
): Promise<number> {
  const more = Math.max(100_000, Math.ceil(urls / MORE_SHARE));
  await using load = new LoadProcess({ ...order, urls: urls + more }, cores.web);
  const atLeast = Math.min(20_000, more / 4);
  await eventually(() => load.acknowledged >= atLeast, {
    ...{ what: 'the load is under way', withinMs: 60_000, everyMs: 5 },
  });
  await server.kill();
  await load.gone();
  const { acknowledged } = load;
  const startMs = performance.now();
  const start = { folder, core: cores.contender, profileFolder: undefined };
  await using again = await startServer(start);
  return await withClient(again.address, async (client) => {
    const { known } = await client.getLedger({ crawl: CRAWL });
    const url = urlAt(urls + 2 * more, order);
    const one = { crawl: CRAWL, url, discoverer: { source: 'bench', attempt: 1 } };
    const rest = { depth: 1, hops: 0, seed: false, minRevision: 0, group: '' };
    const { results } = await client.submitUrls({ submissions: [{ ...one, ...rest }] });
    const seconds = (performance.now() - startMs) / 1_000;
    if (known < urls + acknowledged) {
      throw new Error(`LOST: ${urls + acknowledged} URLs were acknowledged, ${known} are there`);
    }
    if (results[0]?.answer !== 1) throw new Error('a new URL was not taken for new');
    const { anonMb, rssMb } = memoryOf(again.pid);
    say(
      `${urls} URLs, ${hosts} hosts: ready after ${seconds.toFixed(2)} s with ${known} URLs, ` +
        `${rssMb.toFixed(0)} MB resident, ${anonMb.toFixed(0)} MB without files`,
    );
    return seconds;
  });
}

async function withClient<T>(
  address: string,
  work: (client: Awaited<ReturnType<typeof openFrontierClient>>) => Promise<T>,
): Promise<T> {
  await using client = await openFrontierClient(address);
  return await work(client);
}
