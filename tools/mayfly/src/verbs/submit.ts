import { readArguments, UsageError } from '@mayfly/command-line';
import { durationOf } from '@mayfly/grpc';
import { countOption } from '../count-option.ts';
import { durationOption } from '../duration-option.ts';
import { submitFile } from '../import/submit-file.ts';
import { table } from '../print/words.ts';
import { findSuite } from '../suite/addresses.ts';
import { ask } from '../suite/clients.ts';
import { withScheme } from '../url-argument.ts';
import { ASKING, ASKING_HELP, type Verb } from '../verb.ts';

const OPTIONS = {
  ...ASKING,
  crawl: { type: 'string', default: 'by-hand' },
  'max-age': { type: 'string' },
  deadline: { type: 'string' },
  priority: { type: 'string' },
  file: { type: 'string' },
  state: { type: 'string' },
  restart: { type: 'boolean', default: false },
} as const;

export const submit: Verb = {
  name: 'submit',
  usage: 'URL... | --file FILE [--crawl NAME] [--max-age TIME] [--deadline TIME] [--priority N]',
  means: 'wishes for a fetch of URLs, or imports a file of them',
  help: `  --crawl NAME     the crawl they belong to (default by-hand)
  --max-age TIME   a document that is not older will do, such as 10m; any document by default
  --deadline TIME  gives a wish up that was not fetched by then, from 1s to 30d, such as 10m; never by default
  --priority N     0 to 100, the higher goes first among wishes, and every wish before what a policy chose (default 0)
  --file FILE      imports URLs of any number: a URL a line, or JSON lines with url and where wanted priority, depth, group;
                   also packed with gzip, - is standard input. They go to the frontier, which parks those without a priority
                   until the scheduler wants them. Interrupted in whatever way, the same command goes on where it ended
  --state FILE     where it remembers how far it has come (default: beside the file, with .mayfly-import; none for -)
  --restart        begins the file anew
${ASKING_HELP}
A URL that is accepted may still be refused by a rule of its crawl, such as its scope: mayfly url URL says so.
`,
  fields: {
    ...{ crawl: '--crawl', 'defaults.crawl': '--crawl', 'submissions[].crawl': '--crawl' },
    ...{ urls: 'URL', 'urls[]': 'URL' },
    ...{ max_age: '--max-age', deadline: '--deadline', priority: '--priority' },
  },
  run: async (args) => {
    const { values, positionals } = readArguments({
      args: [...args],
      allowPositionals: true,
      options: OPTIONS,
    });
    const { file, state, restart, crawl, data, json } = values;
    const { 'max-age': maxAge, deadline, priority } = values;
    if (file !== undefined) {
      if (positionals.length > 0) throw new UsageError('name URLs or --file, not both');
      if ([maxAge, deadline, priority].some((given) => given !== undefined)) {
        throw new UsageError('--max-age, --deadline, --priority: not with --file');
      }
      return await submitFile({ file, state, restart, crawl, data, json });
    }
    if (state !== undefined || restart)
      throw new UsageError('--state, --restart: only with --file');
    if (positionals.length === 0) throw new UsageError('name at least one URL');
    return await submitNamed(positionals, { maxAge, deadline, priority, crawl, data, json });
  },
};

interface Named {
  readonly maxAge: string | undefined;
  readonly deadline: string | undefined;
  readonly priority: string | undefined;
  readonly crawl: string;
  readonly data: string;
  readonly json: boolean;
}

async function submitNamed(urls: string[], named: Named): Promise<number> {
  const { crawl, data, json } = named;
  const request = {
    ...{ crawl, urls: urls.map(withScheme), maxAge: lengthOption('max-age', named.maxAge) },
    deadline: lengthOption('deadline', named.deadline),
    priority: countOption('priority', named.priority, { least: 0, most: 100 }),
  };
  const { results } = await ask(await findSuite(data), 'scheduler', (scheduler) =>
    scheduler.submitUrls(request),
  );
  const rows = results.map(({ accepted, url, rule }, at) => ({
    url: url === '' ? urls[at]! : url,
    answer: accepted ? 'accepted' : `refused: ${rule}`,
  }));
  process.stdout.write(
    json
      ? rows.map((row) => `${JSON.stringify(row)}\n`).join('')
      : `${table(rows.map(({ url, answer }) => [answer, url]))}\n`,
  );
  return results.every(({ accepted }) => accepted) ? 0 : 1;
}

const BOUNDS = {
  'max-age': undefined,
  deadline: { leastMs: 1_000, mostMs: 30 * 86_400_000, words: 'from 1s to 30d' },
} as const;

const lengthOption = (name: keyof typeof BOUNDS, text: string | undefined) =>
  text === undefined ? undefined : durationOf(durationOption(name, text, BOUNDS[name]));
