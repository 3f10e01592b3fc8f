import { systemClock } from '@mayfly/clock';
import { readArguments } from '@mayfly/command-line';
import { countOption } from '../count-option.ts';
import { plainPlan, shownPlan } from '../print/plan.ts';
import { findSuite } from '../suite/addresses.ts';
import { askedCrawls } from '../suite/asked-crawls.ts';
import { ask } from '../suite/clients.ts';
import { ASKING, ASKING_HELP, type Verb } from '../verb.ts';

export const plan: Verb = {
  name: 'plan',
  usage: '[--crawl NAME] [--sources N]',
  means: 'shows what crawls are going to do: price, intervals, what that brings, alarms',
  help: `  --crawl NAME   the crawl (default: all of them)
  --sources N    how many sources are shown, those with the shortest intervals first (default 20)
${ASKING_HELP}`,
  fields: { crawl: '--crawl', name: '--crawl', most_sources: '--sources' },
  run: async (args) => {
    const { values } = readArguments({
      args: [...args],
      options: { ...ASKING, crawl: { type: 'string' }, sources: { type: 'string' } },
    });
    const mostSources = countOption('sources', values.sources, { least: 0, most: 1_000 });
    const suite = await findSuite(values.data);
    const crawls = await askedCrawls(suite, values.crawl);
    const shown: string[] = [];
    for (const crawl of crawls) {
      const [found, { crawl: whose }] = await ask(suite, 'scheduler', (scheduler) =>
        Promise.all([
          scheduler.getPlan({ crawl, mostSources }),
          scheduler.getCrawl({ name: crawl }),
        ]),
      );
      shown.push(
        values.json
          ? `${JSON.stringify(plainPlan(found, whose))}\n`
          : shownPlan(found, whose, systemClock.nowMs()),
      );
    }
    if (crawls.length === 0 && !values.json) shown.push('there is no crawl\n');
    process.stdout.write(shown.join(values.json ? '' : '\n'));
    return 0;
  },
};
