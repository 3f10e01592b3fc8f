import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { systemClock } from '@mayfly/clock';
import { countOption, exitCodeOf, readArguments, stopSignal } from '@mayfly/command-line';
import { startKafka, startMongo } from '@mayfly/stack';
import { type Demo, startDemo } from './demo.ts';
import { table } from './print/words.ts';
import { openClusterSuite } from './suite/cluster-suite.ts';
import { prepareCluster } from './verbs/prepare.ts';

const HELP = `npm run cluster [-- options]

The six services, each in a process of its own, on a real MongoDB and a real Kafka that are started too (or that
MAYFLY_MONGO_URL and MAYFLY_KAFKA_BROKERS name). Runs until Ctrl-C.

  --fetchers N          (default 1)
  --document-stores N   (default 1)
  --world               starts the demo world too, and lets the fetchers reach it
  --data DIR            where servers keep their data and the addresses are written (default .cluster)
  --help                this text

Ask it with: npm run mayfly -- status --data .cluster
Crawl the demo world with: npm start -- --attach --data .cluster
`;

process.exitCode = await exitCodeOf(main);

async function main(): Promise<number> {
  const { values } = readArguments({
    options: {
      fetchers: { type: 'string', default: '1' },
      'document-stores': { type: 'string', default: '1' },
      world: { type: 'boolean', default: false },
      data: { type: 'string', default: '.cluster' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const replicas = {
    fetcher: countOption('fetchers', values.fetchers),
    'document-store': countOption('document-stores', values['document-stores']),
  };
  const folder = resolve(values.data);
  mkdirSync(folder, { recursive: true });
  const signal = stopSignal();
  const log = (line: string) => process.stderr.write(`${line}\n`);
  const start = { log, dataDir: folder };
  const [mongo, kafka] = await Promise.all([startMongo(start), startKafka(start)]);
  try {
    const engines = { mongoUrl: mongo.url, mongoDatabase: 'mayfly', kafkaBrokers: kafka.brokers };
    const tables = await prepareCluster({
      PREPARE_MONGO_URL: mongo.url,
      PREPARE_MONGO_DATABASE: engines.mongoDatabase,
      PREPARE_KAFKA_BROKERS: kafka.brokers.join(','),
    });
    log(`prepared ${tables} tables`);
    const demo = values.world
      ? await startDemo({ seed: 1, frozen: false, articles: undefined }, systemClock)
      : undefined;
    const suite = await openClusterSuite({ ...engines, replicas, env: reaching(demo) });
    writeFileSync(join(folder, 'addresses.json'), `${JSON.stringify(suite.addresses, null, 2)}\n`);
    if (demo !== undefined) {
      writeFileSync(join(folder, 'world.json'), `${JSON.stringify({ hosts: demo.hosts })}\n`);
    }
    process.stdout.write(
      `${table(suite.processes.map(({ service, address, process: { pid } }) => [service, address, `pid ${pid}`]))}\n`,
    );
    await new Promise<void>((stop) =>
      signal.addEventListener('abort', () => stop(), { once: true }),
    );
    const unwell = await suite.stop();
    for (const line of unwell) log(line);
    await demo?.close();
    return unwell.length === 0 ? 0 : 1;
  } finally {
    await Promise.all([mongo.stop(), kafka.stop()]);
  }
}

function reaching(demo: Demo | undefined): Record<string, string> {
  if (demo === undefined) return {};
  return {
    FETCHER_HOSTS: demo.map,
    FETCHER_PRIVATE_CIDRS: '127.0.0.0/8',
    FRONTIER_BY_HAND_PRIVATE: 'true',
  };
}
