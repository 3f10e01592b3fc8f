import type {
  GroupOrder as ProtoGroupOrder,
  Order as ProtoOrder,
  ScheduleUrlsRequest,
  ScheduleUrlsResponse,
} from '@mayfly/contracts/frontier/v1';
import { durationOf } from '@mayfly/grpc';
import type { Desk } from '../core/desk.ts';
import { hostRests } from '../core/host-rests.ts';
import type { GroupOrder } from '../core/pricing.ts';
import { type Order, SCHEDULED } from '../core/scheduling.ts';
import { ownersOfUrls } from './owners.ts';
import {
  checkCount,
  checkCrawlName,
  checkFinite,
  checkGroup,
  checkTime,
  checkUrlText,
  checkWhole,
  invalid,
} from './request-checks.ts';

export const scheduleUrls =
  ({ scheduling, pricing, frontier }: Pick<Desk, 'scheduling' | 'pricing' | 'frontier'>) =>
  async (request: ScheduleUrlsRequest): Promise<ScheduleUrlsResponse> => {
    const { orders, groupOrders } = request;
    const isForGroups = groupOrders.length > 0;
    if (orders.length > 0 || !isForGroups) checkCount('orders', orders.length, 10_000);
    if (isForGroups) checkCount('group_orders', groupOrders.length, 100);
    const checked = { orders: orders.map(orderOf), groups: groupOrders.map(groupOrderOf) };
    const answers = await scheduling.schedule(checked.orders);
    return {
      answers,
      owners: ownersOfUrls(frontier, orders, { answers, notOwner: SCHEDULED.notOwner }),
      groupAnswers: await pricing.price(checked.groups),
      hostRests: hostRests(frontier, orders).map(({ restMs, ...named }) => ({
        ...named,
        rest: durationOf(restMs),
      })),
    };
  };

function groupOrderOf(given: ProtoGroupOrder, at: number): GroupOrder {
  const field = `group_orders[${at}]`;
  if (given.group === '') throw invalid(`${field}.group`, 'is missing');
  return {
    crawl: checkCrawlName(`${field}.crawl`, given.crawl),
    group: checkGroup(`${field}.group`, given.group) ?? '',
    priority: checkFinite(`${field}.priority`, given.priority),
  };
}

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
    group:
      given.group === undefined ? undefined : (checkGroup(`${field}.group`, given.group) ?? ''),
  };
}
