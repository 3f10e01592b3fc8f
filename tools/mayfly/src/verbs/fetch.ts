import { readArguments, UsageError } from '@mayfly/command-line';
import { CrawlError, errorCodeOf } from '@mayfly/errors';
import { durationOption } from '../duration-option.ts';
import { shownFetch } from '../print/fetched.ts';
import { plainFetch } from '../print/plain-fetch.ts';
import { findSuite, type SuiteAddresses } from '../suite/addresses.ts';
import { ask } from '../suite/clients.ts';
import { urlArgument } from '../url-argument.ts';
import { ASKING, ASKING_HELP, type Verb } from '../verb.ts';
import { whyWaiting } from '../why-waiting.ts';

export const fetchOne: Verb = {
  name: 'fetch',
  usage: 'URL [--check] [--all] [--within TIME]',
  means: 'makes one request now, politely, and shows all that was read',
  help: `  --check         asks only whether the page has changed since it was fetched by hand; nothing is read
  --all           shows the whole main text and every link
  --within TIME   how long to wait for the host's rest and the answer (default 1m)
${ASKING_HELP}`,
  fields: { url: 'URL' },
  run: async (args) => {
    const { values, positionals } = readArguments({
      args: [...args],
      allowPositionals: true,
      options: {
        ...ASKING,
        all: { type: 'boolean', default: false },
        check: { type: 'boolean', default: false },
        within: { type: 'string', default: '1m' },
      },
    });
    const [given, ...more] = positionals;
    if (given === undefined || more.length > 0) throw new UsageError('name one URL');
    const url = urlArgument(given);
    const deadlineMs = durationOption('within', values.within);
    const suite = await findSuite(values.data);
    const end = await ask(suite, 'fetcher', (fetcher) =>
      fetcher.fetch({ url, check: values.check }, { deadlineMs }),
    ).catch((error: unknown) => sayWhy(suite, url, error));
    if (end === undefined) {
      process.stderr.write(
        `no answer within ${values.within}; the request goes on, and \`mayfly url ${url}\` tells how it ends\n`,
      );
      return 1;
    }
    const text = values.json ? `${JSON.stringify(plainFetch(end))}\n` : shownFetch(end, values);
    process.stdout.write(text);
    // Whatever a server answered is an answer.
    return end.status === undefined ? 1 : 0;
  },
};

/**
 * A host that may not be asked yet has a reason, which says more than the time that was too short for it. Nothing where
 * the time was too short for the page, since the suite is there.
 */
async function sayWhy(suite: SuiteAddresses, url: string, error: unknown): Promise<undefined> {
  const code = errorCodeOf(error);
  if (code !== 'HOST_RESTING' && code !== 'DEADLINE_PASSED') throw error;
  const why = await whyWaiting(suite, url);
  if (why !== undefined) throw new CrawlError('HOST_RESTING', why);
  if (code === 'HOST_RESTING') throw error;
}
