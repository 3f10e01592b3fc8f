import { readArguments, UsageError } from '@mayfly/command-line';
import { CrawlError } from '@mayfly/errors';
import { documentsRecorded, fetchesEnded, visitsReported } from '@mayfly/events';
import { table } from '../print/words.ts';
import { findSuite, type ServiceName, type SuiteAddresses } from '../suite/addresses.ts';
import { askDeadLetters } from '../suite/clients.ts';
import { ASKING, ASKING_HELP, type Verb } from '../verb.ts';

/** Who consumes what. */
const CONSUMERS: Readonly<Partial<Record<ServiceName, readonly string[]>>> = {
  'document-store': [fetchesEnded.name],
  scheduler: [documentsRecorded.name, visitsReported.name],
  'site-scoring': [documentsRecorded.name],
};
/** One request names so many at most. */
const MOST_IDS = 1_000;
const NAMES = Object.keys(CONSUMERS) as ServiceName[];

export const deadLetters: Verb = {
  name: 'dead-letters',
  usage: '[SERVICE] [--retry ID...|all]',
  means: 'shows messages that a service could not handle, and gives them back to it',
  help: `  SERVICE      one of ${NAMES.join(', ')} (default: all of them)
  --retry ID   gives this letter back to SERVICE; may be repeated, and \`all\` is all of them
${ASKING_HELP}`,
  fields: { 'ids[]': '--retry', ids: '--retry' },
  run: async (args) => {
    const { values, positionals } = readArguments({
      args: [...args],
      allowPositionals: true,
      options: { ...ASKING, retry: { type: 'string', multiple: true, default: [] } },
    });
    const [name, ...more] = positionals;
    if (more.length > 0) throw new UsageError('name one service');
    if (name !== undefined && !NAMES.includes(name as ServiceName)) {
      throw new UsageError(`no consumer called ${name}; there are ${NAMES.join(', ')}`);
    }
    const suite = await findSuite(values.data);
    const services = name === undefined ? NAMES : [name as ServiceName];
    if (values.retry.length > 0) {
      if (name === undefined) throw new UsageError('--retry: name the service to give it back to');
      return retry(suite, services[0]!, values.retry);
    }
    const rows = (await Promise.all(services.map((service) => lettersOf(suite, service)))).flat();
    const text = values.json
      ? rows.map((row) => `${JSON.stringify(row)}\n`).join('')
      : rows.length === 0
        ? 'no dead letters\n'
        : `${table(rows.map((row) => [row.service, row.topic, row.id, row.code, row.key, row.reason]))}\n`;
    process.stdout.write(text);
    return 0;
  },
};

async function lettersOf(suite: SuiteAddresses, service: ServiceName) {
  return askDeadLetters(suite, service, async (client) => {
    const letters = [];
    for (const topic of CONSUMERS[service]!) {
      let pageToken = '';
      do {
        const page = await client.listDeadLetters({ topic, pageToken });
        letters.push(...page.letters.map((letter) => ({ service, topic, ...letter })));
        pageToken = page.nextPageToken;
      } while (pageToken !== '');
    }
    return letters;
  });
}

async function retry(
  suite: SuiteAddresses,
  service: ServiceName,
  asked: readonly string[],
): Promise<number> {
  const letters = await lettersOf(suite, service);
  const isAll = asked.includes('all');
  const unknown = isAll ? [] : asked.filter((id) => !letters.some((letter) => letter.id === id));
  if (unknown.length > 0) {
    throw new CrawlError(
      'DEAD_LETTER_UNKNOWN',
      `--retry: ${service} has no dead letter ${[...new Set(unknown)].join(', ')}`,
    );
  }
  const found = letters.filter(({ id }) => isAll || asked.includes(id));
  await askDeadLetters(suite, service, async (client) => {
    for (const [topic, some] of Map.groupBy(found, (letter) => letter.topic)) {
      const ids = some.map(({ id }) => id);
      for (let at = 0; at < ids.length; at += MOST_IDS) {
        await client.retryDeadLetters({ topic, ids: ids.slice(at, at + MOST_IDS) });
      }
    }
  });
  process.stdout.write(`${found.length} given back to ${service}\n`);
  return 0;
}
