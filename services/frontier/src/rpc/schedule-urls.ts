import type {
  Order as ProtoOrder,
  ScheduleUrlsRequest,
  ScheduleUrlsResponse,
} from '@mayfly/contracts/frontier/v1';
import type { Desk } from '../core/desk.ts';
import type { Order } from '../core/scheduling.ts';
import {
  checkCount,
  checkCrawlName,
  checkFinite,
  checkTime,
  checkUrlText,
  checkWhole,
} from './request-checks.ts';

export const scheduleUrls =
  ({ scheduling }: Pick<Desk, 'scheduling'>) =>
  async (request: ScheduleUrlsRequest): Promise<ScheduleUrlsResponse> => {
    checkCount('orders', request.orders.length, 10_000);
    return { answers: await scheduling.schedule(request.orders.map(orderOf)) };
  };

function orderOf(given: ProtoOrder, at: number): Order {
  const field = `orders[${at}]`;
  const { afterAttempt } = given;
  return {
    crawl: checkCrawlName(`${field}.crawl`, given.crawl),
    url: checkUrlText(`${field}.url`, given.url),
    priority: checkFinite(`${field}.priority`, given.priority),
    notBeforeMs: checkTime(`${field}.not_before_time`, given.notBeforeTime),
    afterAttempt:
      afterAttempt === undefined ? undefined : checkWhole(`${field}.after_attempt`, afterAttempt),
  };
}
