import { systemClock } from '@mayfly/clock';
import { readArguments } from '@mayfly/command-line';
import { EnvReader, type Environment } from '@mayfly/config';
import { clusterEngines, readClusterSettings } from '@mayfly/engines';
import { TOPICS } from '@mayfly/events';
import type { Verb } from '../verb.ts';

export const prepare: Verb = {
  name: 'prepare',
  usage: '',
  means: 'makes the tables, indexes and topics of a cluster; what is there already stays as it is',
  help: `  --json   one object
  --help   this text

Where MongoDB and Kafka are is said by PREPARE_MONGO_URL (or PREPARE_MONGO_URL_FILE), PREPARE_MONGO_DATABASE,
PREPARE_KAFKA_BROKERS and PREPARE_KAFKA_TOPIC_PREFIX, with the same values as those of the services.
`,
  fields: {},
  run: async (args) => {
    const { values } = readArguments({
      args: [...args],
      options: { json: { type: 'boolean', default: false }, help: { type: 'boolean' } },
    });
    const tables = await prepareCluster(process.env);
    const counts = { tables, topics: TOPICS.length };
    process.stdout.write(
      values.json
        ? `${JSON.stringify(counts)}\n`
        : `ready: ${counts.tables} tables, ${counts.topics} topics\n`,
    );
    return 0;
  },
};

/** Makes everything that services need before they start; says how many tables there are. */
export async function prepareCluster(env: Environment): Promise<number> {
  const read = new EnvReader(env, 'PREPARE_');
  const settings = read.done(readClusterSettings(read, 'PREPARE_'));
  const engines = clusterEngines(settings, {
    ...{ service: 'prepare', clock: systemClock, random: Math.random, prepare: true },
    onWait: (line) => void process.stderr.write(`${line}\n`),
  });
  const { ALL_TABLES } = await import('../suite/tables.ts');
  const store = await engines.openStore(ALL_TABLES);
  await store.close();
  const stream = await engines.openStream(TOPICS);
  await stream.close();
  return ALL_TABLES.length;
}
