import { setTimeout as delay } from 'node:timers/promises';
import { readArguments, UsageError } from '@mayfly/command-line';
import type { Crawl, SchedulerServiceDefinition } from '@mayfly/contracts/scheduler/v1';
import type { Client } from '@mayfly/grpc';
import { deleteCrawl } from '../delete-crawl.ts';
import { crawlState, plainCrawl, shownCrawls } from '../print/crawl.ts';
import { findSuite } from '../suite/addresses.ts';
import { allCrawls } from '../suite/all-crawls.ts';
import { ask } from '../suite/clients.ts';
import { ASKING, ASKING_HELP, type Verb } from '../verb.ts';

type Scheduler = Client<typeof SchedulerServiceDefinition>;

type Change = (scheduler: Scheduler, name: string) => Promise<string>;

/** What can be done to a crawl, and what is told of it then. */
const CHANGES: ReadonlyMap<string, Change> = new Map([
  ['pause', async (scheduler, name) => stateOf((await scheduler.pauseCrawl({ name })).crawl)],
  ['resume', async (scheduler, name) => stateOf((await scheduler.resumeCrawl({ name })).crawl)],
  ['delete', (scheduler, name) => deleteCrawl(scheduler, name, delay)],
] as [string, Change][]);

export const crawls: Verb = {
  name: 'crawls',
  usage: '[list] | pause NAME... | resume NAME... | delete NAME...',
  means: 'lists the crawls; pauses, resumes and deletes some',
  help: `  list            all of them, by name (also without a word)
  pause NAME...   starts no more requests of them; what is under way comes to its end
  resume NAME...  lets them go on
  delete NAME...  forgets them and the states of their URLs; documents belong to their URLs and stay
${ASKING_HELP}`,
  fields: { name: 'NAME' },
  run: async (args) => {
    const { values, positionals } = readArguments({
      args: [...args],
      allowPositionals: true,
      options: ASKING,
    });
    const [what = 'list', ...names] = positionals;
    const change = CHANGES.get(what);
    if (change === undefined && what !== 'list') {
      throw new UsageError(`${what}: say list, pause NAME..., resume NAME... or delete NAME...`);
    }
    if (change === undefined && names.length > 0) throw new UsageError('list: takes no name');
    if (change !== undefined && names.length === 0) {
      throw new UsageError(`${what}: name at least one crawl`);
    }
    const suite = await findSuite(values.data);
    await ask(suite, 'scheduler', async (scheduler) => {
      if (change === undefined) process.stdout.write(await listed(scheduler, values.json));
      else await changeAll(scheduler, { what, names, change, json: values.json });
    });
    return 0;
  },
};

async function listed(scheduler: Scheduler, json: boolean): Promise<string> {
  const all = await allCrawls(scheduler);
  return json ? linesOf(all.map(plainCrawl)) : `${shownCrawls(all)}\n`;
}

interface Changing {
  readonly what: string;
  readonly names: readonly string[];
  readonly change: Change;
  readonly json: boolean;
}

/** One after another, and each is told of at once: what is done stays done though the next one fails. */
async function changeAll(
  scheduler: Scheduler,
  { what, names, change, json }: Changing,
): Promise<void> {
  if (what === 'delete') await checkThere(scheduler, names);
  const width = Math.max(...names.map(({ length }) => length));
  for (const name of names) {
    const state = await change(scheduler, name);
    process.stdout.write(json ? linesOf([{ name, state }]) : `${name.padEnd(width)}  ${state}\n`);
  }
}

/** A crawl that never was is deleted too, as the contract has it: whoever mistypes a name wants to hear of it, before the others go. */
async function checkThere(scheduler: Scheduler, names: readonly string[]): Promise<void> {
  for (const name of names) await scheduler.getCrawl({ name });
}

const stateOf = (crawl: Crawl | undefined) => (crawl === undefined ? 'unknown' : crawlState(crawl));

const linesOf = (objects: readonly object[]) =>
  objects.map((object) => `${JSON.stringify(object)}\n`).join('');
