import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { systemClock } from '@mayfly/clock';
import { Secret } from '@mayfly/config';
import { clusterEngines } from '@mayfly/engines';
import { NoWayError, startMongo, withoutGiven } from '@mayfly/stack';
import { freePort, startProcess, type StartedProcess, temporaryFolder } from '@mayfly/testing';
import { TABLES } from '../../src/service.ts';

export const FRONTIER_ENGINES = ['embedded', 'mongodb', 'replicas'] as const;
/** Where frontiers run: alone on a data folder, alone on MongoDB, three of them on MongoDB. */
export type FrontierEngine = (typeof FRONTIER_ENGINES)[number];

type Env = Readonly<Record<string, string>>;

const REPLICAS = 3;
/** MongoDB keeps the transactions of a process that was killed for more than a minute. */
const BACK_WITHIN_MS = 180_000;
const EMBEDDED_MAIN = fileURLToPath(new URL('./embedded-main.ts', import.meta.url));
const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const QUIET = { OTEL_METRICS_EXPORTER: 'none', OTEL_TRACES_EXPORTER: 'none' };

/** A frontier in a process of its own, always at the same address. */
export class FrontierProcess {
  readonly name: string;
  readonly address: string;
  readonly #file: string;
  readonly #args: readonly string[];
  readonly #env: Env;
  #running: StartedProcess | undefined;

  constructor(
    name: string,
    port: number,
    what: { file: string; args: readonly string[]; env: Env },
  ) {
    this.name = name;
    this.address = `127.0.0.1:${port}`;
    this.#file = what.file;
    this.#args = what.args;
    this.#env = { ...QUIET, ...what.env, FRONTIER_GRPC_ADDRESS: this.address };
  }

  async start(): Promise<void> {
    this.#running = startProcess({
      ...{ name: this.name, file: this.#file },
      ...{ args: this.#args, env: this.#env },
    });
    await this.#running.waitForLine('"process.started"', { withinMs: BACK_WITHIN_MS });
  }

  async kill9(): Promise<void> {
    await this.#running?.kill9();
  }

  /** Asks it to stop; the exit code. */
  async stop(): Promise<number | null> {
    return (await this.#running?.stop())?.code ?? null;
  }
}

/** Frontiers on data of their own. */
export interface FrontierPlace extends AsyncDisposable {
  readonly engine: FrontierEngine;
  readonly processes: readonly FrontierProcess[];
}

/** Starts the frontiers of an engine; undefined, and that is said, where its servers cannot be had. */
export async function frontierPlace(
  engine: FrontierEngine,
  env: Env,
  say: (line: string) => void,
): Promise<FrontierPlace | undefined> {
  try {
    return await (engine === 'embedded' ? embeddedPlace(env) : mongoPlace(engine, env));
  } catch (error) {
    if (!(error instanceof NoWayError)) throw error;
    say(`${engine}: NOT SOAKED: ${error.message}`);
    return undefined;
  }
}

async function embeddedPlace(env: Env): Promise<FrontierPlace> {
  const folder = await temporaryFolder();
  const args = ['--data', folder.path];
  const what = { file: EMBEDDED_MAIN, args, env };
  const processes = [new FrontierProcess('frontier', await freePort(), what)];
  return started({
    engine: 'embedded',
    processes,
    close: async () => folder[Symbol.asyncDispose](),
  });
}

async function mongoPlace(engine: FrontierEngine, env: Env): Promise<FrontierPlace> {
  const mongo = await startMongo({ nodes: 1, env: withoutGiven(process.env) });
  const database = `soak-${randomUUID().slice(0, 8)}`;
  const where = { FRONTIER_MONGO_URL: mongo.url, FRONTIER_MONGO_DATABASE: database };
  try {
    await prepare(mongo.url, database);
    const processes: FrontierProcess[] = [];
    for (let at = 0; at < (engine === 'replicas' ? REPLICAS : 1); at += 1) {
      const name = `frontier-${at}`;
      const own = { ...env, ...where, FRONTIER_INSTANCE: name };
      const what = { file: MAIN, args: [], env: own };
      processes.push(new FrontierProcess(name, await freePort(), what));
    }
    return await started({ engine, processes, close: () => mongo.stop() });
  } catch (error) {
    await mongo.stop();
    throw error;
  }
}

/** Makes the tables, as `mayfly prepare` does. */
async function prepare(url: string, database: string): Promise<void> {
  const settings = { prefix: 'SOAK_', mongoUrl: new Secret(url), mongoDatabase: database };
  const engines = clusterEngines(
    { ...settings, kafkaBrokers: [], kafkaTopicPrefix: '' },
    { service: 'soak', clock: systemClock, random: Math.random, prepare: true },
  );
  await (await engines.openStore(TABLES)).close();
}

async function started(what: {
  readonly engine: FrontierEngine;
  readonly processes: readonly FrontierProcess[];
  readonly close: () => Promise<void>;
}): Promise<FrontierPlace> {
  const { engine, processes, close } = what;
  const end = async () => {
    await Promise.all(processes.map((each) => each.kill9()));
    await close();
  };
  try {
    await Promise.all(processes.map((each) => each.start()));
  } catch (error) {
    await end();
    throw error;
  }
  return { engine, processes, [Symbol.asyncDispose]: end };
}
