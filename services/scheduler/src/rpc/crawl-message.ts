import { type Crawl as CrawlMessage, FinishReason } from '@mayfly/contracts/scheduler/v1';
import { CrawlError } from '@mayfly/errors';
import { type Crawl, type Finish, hasFrontierNewest } from '../core/crawl.ts';
import type { CrawlBook } from '../core/ports.ts';
import { settingsMessage } from '../settings-message.ts';
import { checkName } from './check-request.ts';

const REASONS: Readonly<Record<Finish['reason'], FinishReason>> = {
  'page-limit': FinishReason.FINISH_REASON_PAGE_LIMIT,
  'nothing-left': FinishReason.FINISH_REASON_NOTHING_LEFT,
};

/** A crawl as callers see it. */
export function crawlMessage(crawl: Crawl, crawls: CrawlBook): CrawlMessage {
  const { name, settings, revision, paused, finish, createdMs } = crawl;
  const { pages, withoutDocument, newLinks, submitted, candidates } = crawls.totals(name);
  return {
    ...{ name, revision, paused, pages, withoutDocument, newLinks },
    ...{ submitted: Math.max(0, submitted), candidates: Math.max(0, candidates) },
    settings: settingsMessage(settings),
    handedOver: hasFrontierNewest(crawl),
    finished:
      finish === undefined
        ? undefined
        : {
            reason: REASONS[finish.reason],
            time: new Date(finish.atMs),
            deferredHosts: [...finish.deferredHosts],
          },
    createTime: new Date(createdMs),
  };
}

/** The crawl of that name. */
export function findCrawl(crawls: CrawlBook, field: string, name: string): Crawl {
  checkName(field, name);
  const crawl = crawls.find(name);
  if (crawl !== undefined) return crawl;
  throw new CrawlError('CRAWL_UNKNOWN', `${field}: there is no crawl ${name}`);
}
