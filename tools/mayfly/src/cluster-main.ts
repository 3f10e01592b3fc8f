import { rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { systemClock } from '@mayfly/clock';
import { countOption, exitCodeOf, readArguments, stopSignal } from '@mayfly/command-line';
import { startKafka, startMongo } from '@mayfly/stack';
import { contactFor, contactOption } from './contact.ts';
import { type Demo, startDemo } from './demo.ts';
import { makeDataFolder } from './make-data-folder.ts';
import { table } from './print/words.ts';
import { type ClusterOptions, openClusterSuite } from './suite/cluster-suite.ts';
import { prepareCluster } from './verbs/prepare.ts';
import { reportDemoVisits } from './visits/demo-visits.ts';

const HELP = `npm run cluster [-- options]

The six services, each in a process of its own, on a real MongoDB and a real Kafka that are started too (or that
MAYFLY_MONGO_URL and MAYFLY_KAFKA_BROKERS name). Runs until Ctrl-C.

  --contact WHO         mail address or URL for the user agent; needed beyond this machine, remembered in the data folder
  --fetchers N          how many fetchers (default 1)
  --document-stores N   how many document-stores (default 1)
  --world               starts the demo world too, and lets the fetchers reach it
  --data DIR            where servers keep their data and the addresses are written (default .cluster)
  --help                this text

Ask it with: npm run mayfly -- status --data .cluster
Crawl the demo world with: npm start -- --attach --data .cluster
Crawl a site with: npm start -- URL --attach --data .cluster
`;

const log = (line: string) => void process.stderr.write(`${line}\n`);

process.exitCode = await exitCodeOf(main);

async function main(): Promise<number> {
  const { values } = readArguments({
    options: {
      contact: { type: 'string' },
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
  const given = contactOption(values.contact);
  await makeDataFolder(values.data);
  const contact = await contactFor(values.data, given, false);
  const signal = stopSignal();
  const start = { log, dataDir: resolve(values.data) };
  const [mongo, kafka] = await Promise.all([startMongo(start), startKafka(start)]);
  try {
    const engines = { mongoUrl: mongo.url, mongoDatabase: 'mayfly', kafkaBrokers: kafka.brokers };
    return await serve({ ...engines, replicas }, { ...values, contact, signal });
  } finally {
    await Promise.all([mongo.stop(), kafka.stop()]);
    log('stopped');
  }
}

interface Around {
  readonly data: string;
  readonly world: boolean;
  readonly contact: string | undefined;
  readonly signal: AbortSignal;
}

/** Runs the services until the signal, and says whether all of them ended well. */
async function serve(
  engines: ClusterOptions,
  { data, world, contact, signal }: Around,
): Promise<number> {
  const tables = await prepareCluster({
    PREPARE_MONGO_URL: engines.mongoUrl,
    PREPARE_MONGO_DATABASE: engines.mongoDatabase,
    PREPARE_KAFKA_BROKERS: engines.kafkaBrokers.join(','),
  });
  log(`prepared ${tables} tables`);
  const demo = world
    ? await startDemo({ seed: 1, frozen: false, articles: undefined }, systemClock)
    : undefined;
  const env = {
    ...reaching(demo),
    ...(contact === undefined ? {} : { FETCHER_CONTACT: contact }),
  };
  const suite = await openClusterSuite({ ...engines, env });
  announce(data, suite.addresses, demo);
  const reporter = demo && (await reportDemoVisits(demo, suite.addresses.scheduler, systemClock));
  process.stdout.write(
    `${table(suite.processes.map(({ service, address, process: { pid } }) => [service, address, `pid ${pid}`]))}\n` +
      `ready: ask it with npm run mayfly -- status --data ${data}; Ctrl-C ends it\n`,
  );
  if (!signal.aborted) await once(signal, 'abort');
  log('stopping');
  await reporter?.close();
  const unwell = await suite.stop();
  for (const line of unwell) log(line);
  await demo?.close();
  return unwell.length === 0 ? 0 : 1;
}

/** Says where the services are, and which hosts the demo world has: those of an earlier run are gone. */
function announce(data: string, addresses: object, demo: Demo | undefined): void {
  writeFileSync(join(data, 'addresses.json'), `${JSON.stringify(addresses, null, 2)}\n`);
  const world = join(data, 'world.json');
  if (demo === undefined) rmSync(world, { force: true });
  else writeFileSync(world, `${JSON.stringify({ hosts: demo.hosts })}\n`);
}

function reaching(demo: Demo | undefined): Record<string, string> {
  if (demo === undefined) return {};
  return {
    FETCHER_HOSTS: demo.map,
    FETCHER_PRIVATE_CIDRS: '127.0.0.0/8',
    FRONTIER_BY_HAND_PRIVATE: 'true',
  };
}
