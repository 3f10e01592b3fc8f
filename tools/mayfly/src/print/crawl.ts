import { Policy } from '@mayfly/contracts/crawl/v1';
import { type Crawl, FinishReason } from '@mayfly/contracts/scheduler/v1';
import { plainSeconds } from './figures.ts';
import { plainManners } from './host.ts';
import { table, wordOf } from './words.ts';

/** Whether a crawl runs, in a word. */
export function crawlState({ finished, paused }: Crawl): 'finished' | 'paused' | 'running' {
  if (finished !== undefined) return 'finished';
  return paused ? 'paused' : 'running';
}

/** Crawls one under another, with how far each is. */
export function shownCrawls(crawls: readonly Crawl[]): string {
  if (crawls.length === 0) return 'there is no crawl';
  const heads = ['crawl', 'pages', 'no document', 'candidates', 'submitted', 'state'];
  const rows = crawls.map((crawl) => [
    ...[crawl.name, String(crawl.pages), String(crawl.withoutDocument)],
    ...[String(crawl.candidates), String(crawl.submitted)],
    crawlState(crawl),
  ]);
  return table([heads, ...rows]);
}

/** A crawl for scripts: enums as words, lengths with their unit in the name. */
export function plainCrawl({ settings, finished, ...crawl }: Crawl): object {
  return {
    ...crawl,
    settings: settings && plainSettings(settings),
    finished: finished && {
      ...finished,
      reason: wordOf(FinishReason, finished.reason, 'FINISH_REASON_'),
    },
  };
}

function plainSettings(settings: NonNullable<Crawl['settings']>): object {
  const { policy, revisitInterval, manners, ...rest } = settings;
  return {
    ...rest,
    policy: wordOf(Policy, policy, 'POLICY_').replaceAll(' ', '-'),
    revisitIntervalSeconds: plainSeconds(revisitInterval),
    manners: manners && plainManners(manners),
  };
}
