import { systemClock } from '@mayfly/clock';
import { readArguments, UsageError } from '@mayfly/command-line';
import { durationOf } from '@mayfly/grpc';
import { countOption } from '../count-option.ts';
import { durationOption } from '../duration-option.ts';
import { plainQuality, shownQuality } from '../print/quality.ts';
import { findSuite } from '../suite/addresses.ts';
import { askedCrawls } from '../suite/asked-crawls.ts';
import { ask } from '../suite/clients.ts';
import { urlArgument } from '../url-argument.ts';
import { ASKING, ASKING_HELP, type Verb } from '../verb.ts';

const OPTIONS = {
  ...ASKING,
  crawl: { type: 'string' },
  window: { type: 'string' },
  ago: { type: 'string' },
  source: { type: 'string' },
  sources: { type: 'string' },
} as const;

const WINDOW = { leastMs: 3_600_000, mostMs: 28 * 86_400_000, words: 'from 1h to 28d' };

export const quality: Verb = {
  name: 'quality',
  usage: '[--crawl NAME] [--window TIME] [--ago TIME] [--source URL | --sources N]',
  means:
    'shows what crawling brought: visits to stored pages, and how soon pages are seen and recorded',
  help: `  --crawl NAME    the crawl (default: all of them)
  --window TIME   over pages stored in this time, from 1h to 28d (default 7d)
  --ago TIME      the window ends so long ago, such as 7d: then all is counted, and nothing estimated (default: it ends now)
  --source URL    delays of one source
  --sources N     how many sources are shown, those with most pages first (default 20)
${ASKING_HELP}`,
  fields: {
    ...{ crawl: '--crawl', window: '--window', time: '--ago' },
    ...{ source: '--source', most_sources: '--sources' },
  },
  run: async (args) => {
    const { values } = readArguments({ args: [...args], options: OPTIONS });
    const request = requestOf(values, systemClock.nowMs());
    const suite = await findSuite(values.data);
    const crawls = await askedCrawls(suite, values.crawl);
    const shown: string[] = [];
    for (const crawl of crawls) {
      const found = await ask(suite, 'scheduler', (scheduler) =>
        scheduler.getQuality({ crawl, ...request }),
      );
      const text = () => shownQuality(found, request.source);
      shown.push(values.json ? `${JSON.stringify(plainQuality(found))}\n` : text());
    }
    if (crawls.length === 0 && !values.json) shown.push('there is no crawl\n');
    process.stdout.write(shown.join(values.json ? '' : '\n'));
    return 0;
  },
};

interface Given {
  readonly window?: string | undefined;
  readonly ago?: string | undefined;
  readonly source?: string | undefined;
  readonly sources?: string | undefined;
}

function requestOf({ window, ago, source, sources }: Given, nowMs: number) {
  if (source !== undefined && sources !== undefined) {
    throw new UsageError('--source, --sources: one of them');
  }
  return {
    window: window === undefined ? undefined : durationOf(durationOption('window', window, WINDOW)),
    time: ago === undefined ? undefined : new Date(nowMs - durationOption('ago', ago)),
    source: source === undefined ? '' : urlArgument(source),
    mostSources: countOption('sources', sources, { least: 0, most: 1_000 }),
  };
}
