import { readArguments, UsageError } from '@mayfly/command-line';
import { durationOf } from '@mayfly/grpc';
import { durationOption } from '../duration-option.ts';
import { table } from '../print/words.ts';
import { findSuite } from '../suite/addresses.ts';
import { ask } from '../suite/clients.ts';
import { ASKING, ASKING_HELP, type Verb } from '../verb.ts';

export const submit: Verb = {
  name: 'submit',
  usage: 'URL... [--crawl NAME] [--max-age TIME]',
  means: 'wishes for a fetch of URLs',
  help: `  --crawl NAME     the crawl they belong to (default by-hand)
  --max-age TIME   a document that is not older will do, such as 10m; any document by default
${ASKING_HELP}`,
  run: async (args) => {
    const { values, positionals } = readArguments({
      args: [...args],
      allowPositionals: true,
      options: {
        ...ASKING,
        crawl: { type: 'string', default: 'by-hand' },
        'max-age': { type: 'string' },
      },
    });
    if (positionals.length === 0) throw new UsageError('name at least one URL');
    const maxAge = values['max-age'];
    const { results } = await ask(await findSuite(values.data), 'scheduler', (scheduler) =>
      scheduler.submitUrls({
        crawl: values.crawl,
        urls: positionals,
        maxAge: maxAge === undefined ? undefined : durationOf(durationOption('max-age', maxAge)),
      }),
    );
    const rows = results.map(({ accepted, url, rule }, at) => ({
      url: url === '' ? positionals[at]! : url,
      answer: accepted ? 'accepted' : `refused: ${rule}`,
    }));
    process.stdout.write(
      values.json
        ? rows.map((row) => `${JSON.stringify(row)}\n`).join('')
        : `${table(rows.map(({ url, answer }) => [answer, url]))}\n`,
    );
    return results.every(({ accepted }) => accepted) ? 0 : 1;
  },
};
