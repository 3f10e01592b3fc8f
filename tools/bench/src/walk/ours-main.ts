import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Closer } from '@mayfly/lifecycle';
import { openEmbeddedSuite } from '@mayfly/mayfly/suite';
import { resultLine } from './result-line.ts';
import { walkThrough } from './walk-through.ts';

const [seed, pages, hosts, concurrency] = process.argv.slice(2) as [string, string, string, string];

await using folder = await mkdtempDisposable(join(tmpdir(), 'mayfly-walk-'));
const closer = new Closer();
try {
  const env = {
    FETCHER_MAX_LEASES: concurrency,
    FETCHER_PRIVATE_CIDRS: '127.0.0.0/8',
    FRONTIER_REQUESTS_PER_SECOND: '1000000',
  };
  const suite = await openEmbeddedSuite({ dataFolder: folder.path, env }, closer);
  const end = await walkThrough(suite, { seed, pages: Number(pages), hosts: Number(hosts) });
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const cpuSeconds = (userCPUTime + systemCPUTime) / 1e6;
  process.stdout.write(resultLine({ ...end, cpuSeconds, peakMb: Math.round(maxRSS / 1_024) }));
} finally {
  await closer.close();
}
