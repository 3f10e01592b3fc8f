import { readArguments, UsageError } from '@mayfly/command-line';
import type { Crawl, SchedulerServiceDefinition } from '@mayfly/contracts/scheduler/v1';
import type { Client } from '@mayfly/grpc';
import { crawlState, plainCrawl, shownCrawls } from '../print/crawl.ts';
import { table } from '../print/words.ts';
import { findSuite } from '../suite/addresses.ts';
import { allCrawls } from '../suite/all-crawls.ts';
import { ask } from '../suite/clients.ts';
import { ASKING, ASKING_HELP, type Verb } from '../verb.ts';

type Scheduler = Client<typeof SchedulerServiceDefinition>;

/** What can be done to a crawl, and what is told of it then. */
const CHANGES: Readonly<Record<string, (scheduler: Scheduler, name: string) => Promise<string>>> = {
  pause: async (scheduler, name) => stateOf((await scheduler.pauseCrawl({ name })).crawl),
  resume: async (scheduler, name) => stateOf((await scheduler.resumeCrawl({ name })).crawl),
  delete: async (scheduler, name) => {
    // One that never was is deleted too, as the contract has it: a person who mistypes a name wants to hear of it.
    await scheduler.getCrawl({ name });
    const { done } = await scheduler.deleteCrawl({ name });
    return done ? 'deleted' : 'being deleted';
  },
};

export const crawls: Verb = {
  name: 'crawls',
  usage: '[list] | pause NAME... | resume NAME... | delete NAME...',
  means: 'lists the crawls; pauses, resumes and deletes some',
  help: `  list            all of them, by name (also without a word)
  pause NAME...   starts no more requests of them; what is under way comes to its end
  resume NAME...  lets them go on
  delete NAME...  forgets them and the states of their URLs; documents belong to their URLs and stay
${ASKING_HELP}`,
  run: async (args) => {
    const { values, positionals } = readArguments({
      args: [...args],
      allowPositionals: true,
      options: ASKING,
    });
    const [what = 'list', ...names] = positionals;
    const change = CHANGES[what];
    if (change === undefined && what !== 'list') {
      throw new UsageError(`${what}: say list, pause NAME..., resume NAME... or delete NAME...`);
    }
    if (change === undefined && names.length > 0) throw new UsageError('list: takes no name');
    if (change !== undefined && names.length === 0) {
      throw new UsageError(`${what}: name at least one crawl`);
    }
    const suite = await findSuite(values.data);
    const lines = await ask(suite, 'scheduler', (scheduler) =>
      change === undefined
        ? listed(scheduler, values.json)
        : changed(names, (name) => change(scheduler, name), values.json),
    );
    process.stdout.write(lines);
    return 0;
  },
};

async function listed(scheduler: Scheduler, json: boolean): Promise<string> {
  const all = await allCrawls(scheduler);
  return json ? linesOf(all.map(plainCrawl)) : `${shownCrawls(all)}\n`;
}

async function changed(
  names: readonly string[],
  change: (name: string) => Promise<string>,
  json: boolean,
): Promise<string> {
  const rows: { readonly name: string; readonly state: string }[] = [];
  for (const name of names) rows.push({ name, state: await change(name) });
  return json ? linesOf(rows) : `${table(rows.map(({ name, state }) => [name, state]))}\n`;
}

const stateOf = (crawl: Crawl | undefined) => (crawl === undefined ? 'unknown' : crawlState(crawl));

const linesOf = (objects: readonly object[]) =>
  objects.map((object) => `${JSON.stringify(object)}\n`).join('');
