import { Policy } from '@mayfly/contracts/crawl/v1';
import { type Crawl, FinishReason } from '@mayfly/contracts/scheduler/v1';
import { plainSeconds } from './figures.ts';
import { plainManners } from './host.ts';
import { wordOf } from './words.ts';

/** Whether a crawl runs, in a word. */
export function crawlState({ finished, paused }: Crawl): 'finished' | 'paused' | 'running' {
  if (finished !== undefined) return 'finished';
  return paused ? 'paused' : 'running';
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
