import { readArguments, UsageError } from '@mayfly/command-line';
import { Outcome } from '@mayfly/contracts/crawl/v1';
import { Record } from '@mayfly/contracts/events/v1';
import {
  type Attempt,
  type GetUrlResponse,
  type SchedulerServiceDefinition,
  UrlState,
} from '@mayfly/contracts/scheduler/v1';
import type { Client } from '@mayfly/grpc';
import { stepsOf, waterfall } from '../print/waterfall.ts';
import { wordOf } from '../print/words.ts';
import { findSuite } from '../suite/addresses.ts';
import { ask } from '../suite/clients.ts';
import { crawlNames } from '../suite/all-crawls.ts';
import { urlArgument } from '../url-argument.ts';
import { ASKING, ASKING_HELP, type Verb } from '../verb.ts';
import { whyWaiting } from '../why-waiting.ts';

export const url: Verb = {
  name: 'url',
  usage: 'URL [--crawl NAME]',
  means: 'shows what became of a URL, and where the time went',
  help: `  --crawl NAME   the crawl to ask in (default: every crawl, and what was asked for by hand)
${ASKING_HELP}`,
  fields: { crawl: '--crawl', url: 'URL' },
  run: async (args) => {
    const { values, positionals } = readArguments({
      args: [...args],
      allowPositionals: true,
      options: { ...ASKING, crawl: { type: 'string' } },
    });
    const [text, ...more] = positionals;
    if (text === undefined || more.length > 0) throw new UsageError('name one URL');
    const asked = urlArgument(text);
    const suite = await findSuite(values.data);
    const answers = await ask(suite, 'scheduler', (scheduler) =>
      inCrawls(scheduler, asked, values.crawl),
    );
    const known = answers.filter(({ state }) => state !== UrlState.URL_STATE_UNKNOWN);
    const found = known.length > 0 ? known : answers.slice(0, 1);
    for (const one of found) {
      const why = one.state === UrlState.URL_STATE_WAITING && (await whyWaiting(suite, one.url));
      process.stdout.write(
        values.json ? `${JSON.stringify(plain(one, why))}\n` : shown(one, why, values.crawl),
      );
    }
    return known.length > 0 ? 0 : 1;
  },
};

/** A URL as one crawl has it. */
interface InCrawl extends GetUrlResponse {
  readonly crawl: string;
}

/** What the named crawl says of the URL, or what all of them say. */
async function inCrawls(
  scheduler: Client<typeof SchedulerServiceDefinition>,
  url: string,
  named: string | undefined,
): Promise<InCrawl[]> {
  const names = named === undefined ? ['by-hand', ...(await crawlNames(scheduler))] : [named];
  const answers: InCrawl[] = [];
  for (const crawl of names) {
    const answer = await scheduler.getUrl({ crawl, url });
    answers.push({ ...answer, crawl, attempts: answer.attempts.filter(of(crawl)) });
  }
  return answers;
}

/** The store keeps the attempts of all crawls together; each is told of where it was made. */
const of = (crawl: string) => (attempt: Attempt) => attempt.crawl === crawl;

const outcomeOf = (attempt: Attempt) => wordOf(Outcome, attempt.outcome, 'OUTCOME_');
const recordOf = (attempt: Attempt) => wordOf(Record, attempt.record, 'RECORD_');

/** `named` is the crawl that somebody asked in alone. */
function shown(found: InCrawl, why: string | false | undefined, named?: string): string {
  const { attempts, title, rule, discoverer } = found;
  const state = wordOf(UrlState, found.state, 'URL_STATE_');
  const isUnknown = found.state === UrlState.URL_STATE_UNKNOWN;
  const unheard =
    named === undefined ? ': no crawl has heard of it' : `: crawl ${named} has not heard of it`;
  const place = isUnknown ? unheard : ` in crawl ${found.crawl}`;
  const lines = [`${found.url}`, `${state}${rule === '' ? '' : ` by rule ${rule}`}${place}`];
  if (why) lines.push(why);
  if (title !== '') lines.push(`"${title}"`);
  if (discoverer !== '') lines.push(`found by ${discoverer}`);
  if (found.notBeforeTime !== undefined)
    lines.push(`not before ${found.notBeforeTime.toISOString()}`);
  for (const [at, attempt] of attempts.entries()) {
    const { status, redirectUrl } = attempt;
    const detail = attempt.detail === `status ${status}` ? '' : attempt.detail;
    const facts = [status, redirectUrl, detail].filter((fact) => fact !== undefined && fact !== '');
    lines.push(
      '',
      `attempt ${attempt.attempt}: ${[...new Set([outcomeOf(attempt), recordOf(attempt)])].join(', ')}${facts.map((fact) => `, ${fact}`).join('')}`,
    );
    if (at === 0 && attempt.times !== undefined) {
      lines.push(waterfall(attempt.times, process.stdout.columns ?? 100));
    }
  }
  return `${lines.join('\n')}\n`;
}

function plain(found: InCrawl, why: string | false | undefined): object {
  return {
    ...found,
    ...(why ? { why } : {}),
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
