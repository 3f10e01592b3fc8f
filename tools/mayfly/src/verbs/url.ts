import { readArguments, UsageError } from '@mayfly/command-line';
import { Outcome } from '@mayfly/contracts/crawl/v1';
import { Record } from '@mayfly/contracts/events/v1';
import { type Attempt, type GetUrlResponse, UrlState } from '@mayfly/contracts/scheduler/v1';
import { stepsOf, waterfall } from '../print/waterfall.ts';
import { wordOf } from '../print/words.ts';
import { findSuite } from '../suite/addresses.ts';
import { ask } from '../suite/clients.ts';
import { ASKING, ASKING_HELP, type Verb } from '../verb.ts';

export const url: Verb = {
  name: 'url',
  usage: 'URL [--crawl NAME]',
  means: 'shows what became of a URL, and where the time went',
  help: `  --crawl NAME   the crawl to ask in (default: the only one there is)
${ASKING_HELP}`,
  run: async (args) => {
    const { values, positionals } = readArguments({
      args: [...args],
      allowPositionals: true,
      options: { ...ASKING, crawl: { type: 'string' } },
    });
    const [text, ...more] = positionals;
    if (text === undefined || more.length > 0) throw new UsageError('name one URL');
    const suite = await findSuite(values.data);
    const found = await ask(suite, 'scheduler', async (scheduler) => {
      const crawl = values.crawl ?? (await onlyCrawl(scheduler));
      return scheduler.getUrl({ crawl, url: text });
    });
    process.stdout.write(values.json ? `${JSON.stringify(plain(found))}\n` : shown(found));
    return found.state === UrlState.URL_STATE_UNKNOWN ? 1 : 0;
  },
};

/** With one crawl nobody needs to name it. */
async function onlyCrawl(scheduler: {
  listCrawls(request: { pageToken: string }): Promise<{ crawls: readonly { name: string }[] }>;
}): Promise<string> {
  const { crawls } = await scheduler.listCrawls({ pageToken: '' });
  const [first, ...others] = crawls;
  if (others.length > 0) {
    throw new UsageError(`--crawl: name one of ${crawls.map(({ name }) => name).join(', ')}`);
  }
  return first?.name ?? 'by-hand';
}

const outcomeOf = (attempt: Attempt) => wordOf(Outcome, attempt.outcome, 'OUTCOME_');
const recordOf = (attempt: Attempt) => wordOf(Record, attempt.record, 'RECORD_');

function shown(found: GetUrlResponse): string {
  const { attempts, title, rule, discoverer } = found;
  const state = wordOf(UrlState, found.state, 'URL_STATE_');
  const lines = [`${found.url}`, `${state}${rule === '' ? '' : ` by rule ${rule}`}`];
  if (title !== '') lines.push(`"${title}"`);
  if (discoverer !== '') lines.push(`found by ${discoverer}`);
  if (found.notBeforeTime !== undefined)
    lines.push(`not before ${found.notBeforeTime.toISOString()}`);
  for (const [at, attempt] of attempts.entries()) {
    const { status, detail, redirectUrl } = attempt;
    const facts = [status, redirectUrl, detail].filter((fact) => fact !== undefined && fact !== '');
    lines.push(
      '',
      `attempt ${attempt.attempt}: ${outcomeOf(attempt)}, ${recordOf(attempt)}${facts.map((fact) => `, ${fact}`).join('')}`,
    );
    if (at === 0 && attempt.times !== undefined) {
      lines.push(waterfall(attempt.times, process.stdout.columns ?? 100));
    }
  }
  return `${lines.join('\n')}\n`;
}

function plain(found: GetUrlResponse): object {
  return {
    ...found,
    state: wordOf(UrlState, found.state, 'URL_STATE_'),
    contentSha256: Buffer.from(found.contentSha256).toString('hex'),
    attempts: found.attempts.map((attempt) => ({
      ...attempt,
      outcome: outcomeOf(attempt),
      record: recordOf(attempt),
      steps: attempt.times === undefined ? [] : stepsOf(attempt.times),
    })),
  };
}
