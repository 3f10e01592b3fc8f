import { fileURLToPath } from 'node:url';
import { readAddresses } from '@mayfly/data-folder';
import { prepareCluster, type SuiteAddresses } from '@mayfly/mayfly/suite';
import { type ClusterOptions, openClusterSuite } from '@mayfly/mayfly/cluster-suite';
import { startProcess, type StartedProcess, temporaryFolder } from '@mayfly/testing';

/** One process of a suite, to be ended in every way there is and started again. */
export interface SuiteProcess {
  readonly name: string;
  /** Where it is called; one with all services in it has an address for each. */
  readonly address?: string;
  /** Of the process as it runs now. */
  readonly pid: number;
  /** Pulls the plug. */
  kill9(): Promise<void>;
  /** Asks it to stop; the exit code. */
  stop(): Promise<number | null>;
  start(): Promise<void>;
}

/** A whole suite in processes of its own. */
export interface RunningSuite extends AsyncDisposable {
  /** Where its services are now; a restart may move them. */
  addresses(): Promise<SuiteAddresses>;
  readonly processes: readonly SuiteProcess[];
}

/** The first process of that name. */
export function processOf({ processes }: RunningSuite, name: string): SuiteProcess {
  const found = processes.find((each) => each.name === name);
  if (found === undefined) throw new Error(`there is no process called ${name}`);
  return found;
}

type Env = Readonly<Record<string, string>>;

/** All six services in one process, in a folder of its own. */
export async function runEmbedded(env: Env): Promise<RunningSuite> {
  const folder = await temporaryFolder();
  const at = (file: string) => fileURLToPath(new URL(file, import.meta.url));
  let running: StartedProcess | undefined;
  const process: SuiteProcess = {
    name: 'embedded suite',
    get pid() {
      if (running === undefined) throw new Error('the embedded suite was not started');
      return running.pid;
    },
    start: async () => {
      running = startProcess({
        name: 'embedded suite',
        file: at('./embedded-main.ts'),
        args: ['--data', folder.path],
        nodeArgs: ['--import', at('./telemetry.ts')],
        env,
      });
      await running.waitForLine('"process.started"', { withinMs: 60_000 });
    },
    kill9: async () => void (await running?.kill9()),
    stop: async () => (await running?.stop())?.code ?? null,
  };
  await process.start();
  return {
    addresses: async () => (await readAddresses(folder.path)) as SuiteAddresses,
    processes: [process],
    [Symbol.asyncDispose]: async () => {
      await process.stop();
      await folder[Symbol.asyncDispose]();
    },
  };
}

/** A process for each service, on engines that are there. */
export async function runCluster(options: ClusterOptions): Promise<RunningSuite> {
  await prepareCluster({
    PREPARE_MONGO_URL: options.mongoUrl,
    PREPARE_MONGO_DATABASE: options.mongoDatabase,
    PREPARE_KAFKA_BROKERS: options.kafkaBrokers.join(','),
    ...(options.kafkaTopicPrefix === undefined
      ? {}
      : { PREPARE_KAFKA_TOPIC_PREFIX: options.kafkaTopicPrefix }),
  });
  const suite = await openClusterSuite(options);
  return {
    addresses: async () => suite.addresses,
    processes: suite.processes.map((each) => ({
      name: each.service,
      address: each.address,
      get pid() {
        return each.process.pid;
      },
      start: () => each.start(),
      stop: () => each.stop(),
      kill9: async () => void (await each.process.kill9()),
    })),
    [Symbol.asyncDispose]: () => suite[Symbol.asyncDispose](),
  };
}
