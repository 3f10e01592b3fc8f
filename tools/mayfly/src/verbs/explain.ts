import { systemClock } from '@mayfly/clock';
import { readArguments, UsageError } from '@mayfly/command-line';
import type { Url } from '@mayfly/url';
import type { Explained, Explainer } from '../explain/explainer.ts';
import { frontierExplainer } from '../explain/frontier-explainer.ts';
import { schedulerExplainer } from '../explain/scheduler-explainer.ts';
import { findSuite, type SuiteAddresses } from '../suite/addresses.ts';
import { ask } from '../suite/clients.ts';
import { crawlNames } from '../suite/all-crawls.ts';
import { urlArgument } from '../url-argument.ts';
import { ASKING, ASKING_HELP, type Verb } from '../verb.ts';

/** Who is asked, in the order in which a URL passes them. */
const EXPLAINERS: readonly Explainer[] = [schedulerExplainer, frontierExplainer];

interface InCrawl {
  readonly crawl: string;
  readonly said: readonly (Explained & { readonly service: string })[];
}

export const explain: Verb = {
  name: 'explain',
  usage: 'URL [--crawl NAME]',
  means:
    'says why a URL is or is not being fetched, and of a source why it is visited as often as it is',
  help: `  --crawl NAME   the crawl to ask in (default: every crawl that knows the URL)
${ASKING_HELP}`,
  fields: { crawl: '--crawl', url: 'URL', 'urls[]': 'URL' },
  run: async (args) => {
    const { values, positionals } = readArguments({
      args: [...args],
      allowPositionals: true,
      options: { ...ASKING, crawl: { type: 'string' } },
    });
    const [given, ...more] = positionals;
    if (given === undefined || more.length > 0) throw new UsageError('name one URL');
    const url = urlArgument(given) as Url;
    const suite = await findSuite(values.data);
    const crawls = values.crawl === undefined ? await allCrawls(suite) : [values.crawl];
    const asked = await Promise.all(crawls.map((crawl) => inCrawl(suite, crawl, url)));
    const known = asked.filter(({ said }) => said.some(({ isKnown }) => isKnown));
    for (const one of known.length > 0 ? known : asked) {
      process.stdout.write(values.json ? `${JSON.stringify(plain(url, one))}\n` : shown(url, one));
    }
    return known.length > 0 ? 0 : 1;
  },
};

async function allCrawls(suite: SuiteAddresses): Promise<string[]> {
  const names = await ask(suite, 'scheduler', crawlNames);
  return ['by-hand', ...names];
}

async function inCrawl(suite: SuiteAddresses, crawl: string, url: Url): Promise<InCrawl> {
  const question = { crawl, url, nowMs: systemClock.nowMs() };
  const said = await Promise.all(
    EXPLAINERS.map(async ({ service, explain: why }) => ({
      ...{ service, ...(await why(suite, question)) },
    })),
  );
  return { crawl, said };
}

function shown(url: string, { crawl, said }: InCrawl): string {
  // Two services may know the same, such as that a crawl is paused.
  const sentences = new Set(said.flatMap((one) => one.sentences));
  return [`${url} in crawl ${crawl}`, ...[...sentences].map((each) => `  ${each}`), ''].join('\n');
}

function plain(url: string, { crawl, said }: InCrawl): object {
  const services = said.map(({ service, facts, sentences }) => [service, { ...facts, sentences }]);
  return { url, crawl, ...(Object.fromEntries(services) as object) };
}
