import { systemClock } from '@mayfly/clock';
import { readArguments, UsageError } from '@mayfly/command-line';
import { type Source, SourceState } from '@mayfly/contracts/scheduler/v1';
import type { ProtoDuration } from '@mayfly/grpc';
import { hostArgument } from '../host-argument.ts';
import { counted } from '../print/counted.ts';
import { plainSource, shownSources } from '../print/source.ts';
import { table } from '../print/words.ts';
import { findSuite, type SuiteAddresses } from '../suite/addresses.ts';
import { askedCrawl } from '../suite/asked-crawls.ts';
import { ask } from '../suite/clients.ts';
import { withScheme } from '../url-argument.ts';
import { ASKING, ASKING_HELP, type Verb } from '../verb.ts';

const OPTIONS = {
  ...ASKING,
  crawl: { type: 'string' },
  state: { type: 'string' },
  host: { type: 'string' },
} as const;

const STATES: Readonly<Record<string, SourceState>> = {
  candidate: SourceState.SOURCE_STATE_CANDIDATE,
  active: SourceState.SOURCE_STATE_ACTIVE,
  resting: SourceState.SOURCE_STATE_RESTING,
  retired: SourceState.SOURCE_STATE_RETIRED,
};

interface Asked {
  readonly suite: SuiteAddresses;
  readonly crawl: string;
  readonly json: boolean;
}

export const sources: Verb = {
  name: 'sources',
  usage: '[list] [--state STATE] [--host HOST] | add URL... | remove URL... [--crawl NAME]',
  means: 'lists the pages that are visited for links to new ones; adds and removes some',
  help: `  list           all of them, by URL (also without a word)
  add URL...     visits them from now on; they must be in the scope of the crawl
  remove URL...  visits them no more, until somebody adds them again
  --crawl NAME   the crawl (default: the only one there is)
  --state STATE  candidate (looked at before it counts), active, resting (refused at today's price) or retired
  --host HOST    those of one host
${ASKING_HELP}`,
  fields: { crawl: '--crawl', name: '--crawl', host: '--host', urls: 'URL', 'urls[]': 'URL' },
  run: async (args) => {
    const { values, positionals } = readArguments({
      args: [...args],
      allowPositionals: true,
      options: OPTIONS,
    });
    const [what = 'list', ...urls] = positionals;
    if (!['list', 'add', 'remove'].includes(what)) {
      throw new UsageError(`${what}: say list, add URL... or remove URL...`);
    }
    const state = stateOption(values.state);
    if (what === 'list' && urls.length > 0) throw new UsageError('list: takes no URL');
    if (what !== 'list') {
      if (urls.length === 0) throw new UsageError(`${what}: name at least one URL`);
      if (state !== undefined || values.host !== undefined) {
        throw new UsageError('--state, --host: only with list');
      }
    }
    const host = values.host === undefined ? '' : hostArgument('--host', values.host);
    const suite = await findSuite(values.data);
    const crawl = await askedCrawl(suite, values.crawl);
    const asked = { suite, crawl, json: values.json };
    if (what === 'add') return await add(asked, urls);
    if (what === 'remove') return await remove(asked, urls);
    return await list(asked, { state, host });
  },
};

function stateOption(given: string | undefined): SourceState | undefined {
  if (given === undefined) return undefined;
  const state = STATES[given];
  if (state !== undefined) return state;
  throw new UsageError(`--state: must be one of ${Object.keys(STATES).join(', ')}; it is ${given}`);
}

async function list(
  { suite, crawl, json }: Asked,
  which: { readonly state: SourceState | undefined; readonly host: string },
): Promise<number> {
  let count = 0;
  await ask(suite, 'scheduler', async (scheduler) => {
    const { crawl: whose } = await scheduler.getCrawl({ name: crawl });
    const shortest = whose?.settings?.revisitInterval;
    let pageToken = '';
    do {
      const page = await scheduler.listSources({ crawl, ...which, pageToken, pageSize: 1_000 });
      count += page.sources.length;
      if (page.sources.length > 0) process.stdout.write(shown(page.sources, shortest, json));
      pageToken = page.nextPageToken;
    } while (pageToken !== '');
  });
  if (!json) process.stdout.write(`${counted(count, 'source')} of crawl ${crawl}\n`);
  return 0;
}

function shown(
  page: readonly Source[],
  shortest: ProtoDuration | undefined,
  json: boolean,
): string {
  if (!json) return `${shownSources(page, { nowMs: systemClock.nowMs(), shortest })}\n`;
  return page.map((source) => `${JSON.stringify(plainSource(source))}\n`).join('');
}

async function add({ suite, crawl, json }: Asked, urls: string[]): Promise<number> {
  const { results } = await ask(suite, 'scheduler', (scheduler) =>
    scheduler.addSources({ crawl, urls: urls.map(withScheme) }),
  );
  const rows = results.map(({ accepted, url, rule, added }, at) => ({
    url: url === '' ? urls[at]! : url,
    answer: !accepted ? `refused: ${rule}` : added ? 'added' : 'was one',
  }));
  tell(rows, json);
  return results.every(({ accepted }) => accepted) ? 0 : 1;
}

async function remove({ suite, crawl, json }: Asked, urls: string[]): Promise<number> {
  const { results } = await ask(suite, 'scheduler', (scheduler) =>
    scheduler.removeSources({ crawl, urls: urls.map(withScheme) }),
  );
  const rows = results.map(({ url, rule, removed }, at) => ({
    url: url === '' ? urls[at]! : url,
    answer: rule !== '' ? `no URL: ${rule}` : removed ? 'removed' : 'was none',
  }));
  tell(rows, json);
  return results.every(({ rule }) => rule === '') ? 0 : 1;
}

function tell(
  rows: readonly { readonly url: string; readonly answer: string }[],
  json: boolean,
): void {
  process.stdout.write(
    json
      ? rows.map((row) => `${JSON.stringify(row)}\n`).join('')
      : `${table(rows.map(({ url, answer }) => [answer, url]))}\n`,
  );
}
