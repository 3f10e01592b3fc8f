import type { ParseArgsOptionsConfig } from 'node:util';
import { ENGINES_OPTIONS, benchEngines } from './engines/bench-engines.ts';
import { EXTRACT_OPTIONS, benchExtract } from './extract/bench-extract.ts';
import { FETCH_OPTIONS, benchFetch } from './fetch/bench-fetch.ts';
import type { Figure } from './figure.ts';
import { FRONTIER_OPTIONS, benchFrontier } from './frontier/bench-frontier.ts';
import { PROTOCOLS_OPTIONS, benchProtocols } from './protocols/bench-protocols.ts';
import { SCHEDULER_OPTIONS, benchScheduler } from './scheduler/bench-scheduler.ts';
import { WALK_OPTIONS, benchWalk } from './walk/bench-walk.ts';

/** Something that can be measured by name. */
export interface Bench {
  readonly name: string;
  readonly means: string;
  readonly options: ParseArgsOptionsConfig;
  /** One line an option. */
  readonly help: string;
  readonly run: (
    values: Readonly<Record<string, unknown>>,
    say: (line: string) => void,
  ) => Promise<Figure[]>;
}

export const BENCHES: readonly Bench[] = [
  {
    name: 'engines',
    means: 'rows and messages per second of each engine beside the bare library',
    options: ENGINES_OPTIONS,
    help: `  --engine NAME    lmdb, mongodb or kafka; repeatable; default: every engine that can be had
  --seconds N      how long each measurement takes (default 6)
  --batch N        rows or messages a batch (default 500)`,
    run: benchEngines,
  },
  {
    name: 'walk',
    means: 'pages per CPU-second and peak memory of the whole suite beside other crawlers',
    options: WALK_OPTIONS,
    help: `  --pages N        pages to walk through, about 30 KB each (default 3000)
  --rounds N       walks of each contender, in turns (default 2)
  --only NAME      ours, crawlee-http or colly; repeatable; default: everyone that can be had
  --profile DIR    leaves a CPU profile of each of our walks there`,
    run: benchWalk,
  },
  {
    name: 'extract',
    means: 'megabytes per CPU-second of reading pages beside parsers that only parse',
    options: EXTRACT_OPTIONS,
    help: `  --data FILE      pages of a file (lines of url and contentBase64, also .br) instead of made ones
  --megabytes N    markup that each run reads, after some that does not count (default 150)
  --rounds N       runs of each, in turns (default 5)`,
    run: benchExtract,
  },
  {
    name: 'fetch',
    means: 'requests per CPU-second of the whole way to a body beside bare undici',
    options: FETCH_OPTIONS,
    help: `  --requests N     requests of each run, after a quarter as many that do not count (default 12000)
  --rounds N       runs of each, in turns (default 5)
  --profile DIR    leaves a CPU profile of each run there`,
    run: benchFetch,
  },
  {
    name: 'protocols',
    means: 'requests per CPU-second over TLS by HTTP/2 beside HTTP/1.1',
    options: PROTOCOLS_OPTIONS,
    help: `  --requests N     requests of each run, after a quarter as many that do not count (default 4000)
  --rounds N       runs of each, in turns (default 5)`,
    run: benchProtocols,
  },
  {
    name: 'frontier',
    means: 'URLs per second, memory, disk and readiness of a frontier alone beside a URLFrontier',
    options: FRONTIER_OPTIONS,
    help: `  --urls N         URLs, of 70 characters; repeatable (default 100000 and 1000000; 10000000 takes about 20 minutes)
  --hosts N        hosts that they lie on; repeatable (default 2000 and 100000)
  --scatter        every URL of a batch of another host, instead of runs of 25 as the links of a page are
  --peer HOST:PORT the same load against a server of crawler-commons' URLFrontier API that runs there
  --profile DIR    leaves a CPU profile of the server there; it is then not killed, and has no ready_seconds`,
    run: benchFrontier,
  },
  {
    name: 'scheduler',
    means:
      'time of a plan and of a decision, and memory a source, of the default policy on one core',
    options: SCHEDULER_OPTIONS,
    help: `  --sources N      sources, learned over a month (default 1000000)
  --hosts N        hosts that they lie on (default 50000)
  --plans N        plans; the middle one counts (default 9)
  --decisions N    decisions and reports, after a fifth as many that do not count (default 100000)`,
    run: benchScheduler,
  },
];
