import { freePorts } from '@mayfly/testing';
import { SERVICES, type ServiceName, type SuiteAddresses } from './addresses.ts';
import { ServiceProcess } from './service-process.ts';

/** What a suite of processes is told. */
export interface ClusterOptions {
  readonly mongoUrl: string;
  readonly mongoDatabase: string;
  readonly kafkaBrokers: readonly string[];
  readonly kafkaTopicPrefix?: string;
  /** How many of each; one where nothing is said. */
  readonly replicas?: Partial<Record<ServiceName, number>>;
  /** Settings of services, by their names; they win over what is decided here. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Services that run, each in a process of its own. */
export interface ClusterSuite extends AsyncDisposable {
  readonly addresses: SuiteAddresses;
  readonly processes: readonly ServiceProcess[];
  /** Those of one service. */
  of(service: ServiceName): readonly ServiceProcess[];
  /** Stops all of them, callers before those they call; says which did not end well. */
  stop(): Promise<readonly string[]>;
}

/** Who calls whom. */
const CALLS: Readonly<Record<ServiceName, readonly ServiceName[]>> = {
  scheduler: ['frontier', 'site-scoring', 'document-store'],
  frontier: [],
  fetcher: ['frontier', 'document-store'],
  'document-store': ['dedup'],
  dedup: [],
  'site-scoring': [],
};

/** Those that neither publish nor consume. */
const WITHOUT_STREAMS: ReadonlySet<ServiceName> = new Set(['frontier', 'dedup']);

/** The settings' prefix of a service. */
export const prefixOf = (service: ServiceName) => service.toUpperCase().replaceAll('-', '_');

/** Starts all six on MongoDB and Kafka, whose tables and topics have been prepared. Services may start in any order. */
export async function openClusterSuite(options: ClusterOptions): Promise<ClusterSuite> {
  const { replicas = {} } = options;
  const wanted = SERVICES.flatMap((service) =>
    Array<ServiceName>(replicas[service] ?? 1).fill(service),
  );
  const ports = await freePorts(wanted.length);
  const places = wanted.map((service, at) => ({ service, address: `127.0.0.1:${ports[at]}` }));
  const addressesOf = (service: ServiceName) =>
    places.filter((place) => place.service === service).map(({ address }) => address);
  const processes = places.map(
    ({ service, address }, at) =>
      new ServiceProcess(service, address, {
        ...engineSettings(options, service),
        [`${prefixOf(service)}_GRPC_ADDRESS`]: address,
        ...(service === 'fetcher' ? { FETCHER_ID: `fetcher-${at}` } : {}),
        ...Object.fromEntries(
          CALLS[service].map((called) => [
            `${prefixOf(service)}_${prefixOf(called)}_TARGET`,
            `ipv4:${addressesOf(called).join(',')}`,
          ]),
        ),
        ...options.env,
      }),
  );
  const suite = suiteOf(processes, addressesOf);
  try {
    await Promise.all(processes.map((process) => process.start()));
  } catch (error) {
    await suite[Symbol.asyncDispose]();
    throw error;
  }
  return suite;
}

function engineSettings(options: ClusterOptions, service: ServiceName): Record<string, string> {
  const prefix = prefixOf(service);
  const { kafkaTopicPrefix } = options;
  const mongo = {
    [`${prefix}_MONGO_URL`]: options.mongoUrl,
    [`${prefix}_MONGO_DATABASE`]: options.mongoDatabase,
  };
  if (WITHOUT_STREAMS.has(service)) return mongo;
  return {
    ...mongo,
    [`${prefix}_KAFKA_BROKERS`]: options.kafkaBrokers.join(','),
    ...(kafkaTopicPrefix === undefined
      ? {}
      : { [`${prefix}_KAFKA_TOPIC_PREFIX`]: kafkaTopicPrefix }),
  };
}

function suiteOf(
  processes: readonly ServiceProcess[],
  addressesOf: (service: ServiceName) => readonly string[],
): ClusterSuite {
  const stop = async () => {
    const ends = await Promise.all(
      processes.map(async (each) => ({ each, code: await each.stop().catch(() => 'killed') })),
    );
    return ends
      .filter(({ code }) => code !== 0)
      .map(({ each, code }) => `${each.service} at ${each.address} ended with ${code}`);
  };
  return {
    addresses: Object.fromEntries(
      SERVICES.map((service) => [service, addressesOf(service)[0]]),
    ) as SuiteAddresses,
    processes,
    of: (service) => processes.filter((each) => each.service === service),
    stop,
    [Symbol.asyncDispose]: async () => {
      await stop();
    },
  };
}
