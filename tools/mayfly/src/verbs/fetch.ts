import { readArguments, UsageError } from '@mayfly/command-line';
import { Outcome } from '@mayfly/contracts/crawl/v1';
import { DocumentKind } from '@mayfly/contracts/events/v1';
import type { FetchResponse } from '@mayfly/contracts/fetcher/v1';
import { CrawlError, errorCodeOf } from '@mayfly/errors';
import { durationOption } from '../duration-option.ts';
import { stepsOf, waterfall } from '../print/waterfall.ts';
import { shownBytes, wordOf } from '../print/words.ts';
import { findSuite, type SuiteAddresses } from '../suite/addresses.ts';
import { ask } from '../suite/clients.ts';
import { ASKING, ASKING_HELP, type Verb } from '../verb.ts';
import { whyWaiting } from '../why-waiting.ts';

export const fetchOne: Verb = {
  name: 'fetch',
  usage: 'URL [--check] [--within TIME]',
  means: 'makes one request now, politely, and shows how it ended',
  help: `  --check         asks only whether the page has changed since it was fetched by hand; nothing is read
  --within TIME   how long to wait for the host's rest and the answer (default 1m)
${ASKING_HELP}`,
  run: async (args) => {
    const { values, positionals } = readArguments({
      args: [...args],
      allowPositionals: true,
      options: {
        ...ASKING,
        check: { type: 'boolean', default: false },
        within: { type: 'string', default: '1m' },
      },
    });
    const [url, ...more] = positionals;
    if (url === undefined || more.length > 0) throw new UsageError('name one URL');
    const deadlineMs = durationOption('within', values.within);
    const suite = await findSuite(values.data);
    const end = await ask(suite, 'fetcher', (fetcher) =>
      fetcher.fetch({ url, check: values.check }, { deadlineMs }),
    ).catch((error: unknown) => sayWhy(suite, url, error));
    const outcome = wordOf(Outcome, end.outcome, 'OUTCOME_');
    if (values.json) {
      process.stdout.write(`${JSON.stringify(plain(end))}\n`);
      return 0;
    }
    const facts = [end.status, end.redirectUrl, end.detail, end.mediaType, end.title];
    const words = facts.filter((fact) => fact !== undefined && fact !== '').join(', ');
    process.stdout.write(`${end.url}\n${outcome}${words === '' ? '' : `, ${words}`}\n`);
    if (end.bodyBytes > 0)
      process.stdout.write(`${shownBytes(end.bodyBytes)}, ${end.links} links\n`);
    if (end.times !== undefined) process.stdout.write(`${waterfall(end.times)}\n`);
    return 0;
  },
};

/** A host that may not be asked yet has a reason, which says more than the time that was too short for it. */
async function sayWhy(suite: SuiteAddresses, url: string, error: unknown): Promise<never> {
  const why = errorCodeOf(error) === 'HOST_RESTING' ? await whyWaiting(suite, url) : undefined;
  throw why === undefined ? error : new CrawlError('HOST_RESTING', why);
}

/** For scripts: words instead of the numbers of enums, and steps in milliseconds as the waterfall has them. */
function plain({ times, documentKind, ...end }: FetchResponse): object {
  return {
    ...end,
    outcome: wordOf(Outcome, end.outcome, 'OUTCOME_'),
    ...(documentKind === undefined
      ? {}
      : { documentKind: wordOf(DocumentKind, documentKind, 'DOCUMENT_KIND_') }),
    contentSha256: Buffer.from(end.contentSha256).toString('hex'),
    steps: times === undefined ? [] : stepsOf(times),
  };
}
