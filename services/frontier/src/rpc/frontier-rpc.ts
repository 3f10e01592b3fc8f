import type { FrontierServiceDefinition } from '@mayfly/contracts/frontier/v1';
import type { Handlers } from '@mayfly/grpc';
import type { BucketMap } from '../core/bucket-map.ts';
import type { Desk } from '../core/desk.ts';
import { explainUrls } from './explain-urls.ts';
import { getBuckets } from './get-buckets.ts';
import { getLedger } from './get-ledger.ts';
import { blockHost, getHost, setHostPolicy } from './hosts.ts';
import { leaseUrlStream } from './lease-url-stream.ts';
import { leaseUrls } from './lease-urls.ts';
import { putBudgets } from './put-budgets.ts';
import { putCrawls } from './put-crawls.ts';
import { getUrls, listUrls } from './read-urls.ts';
import { scheduleUrls } from './schedule-urls.ts';
import { extendLeases, releaseLeases, settleLeases } from './settle-leases.ts';
import { submitUrlStream } from './submit-url-stream.ts';
import { submitUrls } from './submit-urls.ts';

export function frontierRpc(desk: Desk, map: BucketMap): Handlers<FrontierServiceDefinition> {
  return {
    putCrawls: putCrawls(desk),
    putBudgets: putBudgets(desk),
    submitUrls: submitUrls(desk),
    submitUrlStream: submitUrlStream(desk),
    scheduleUrls: scheduleUrls(desk),
    leaseUrls: leaseUrls(desk),
    leaseUrlStream: leaseUrlStream(desk),
    extendLeases: extendLeases(desk),
    settleLeases: settleLeases(desk),
    releaseLeases: releaseLeases(desk),
    getUrls: getUrls(desk),
    listUrls: listUrls(desk),
    getHost: getHost(desk),
    setHostPolicy: setHostPolicy(desk),
    getLedger: getLedger(desk),
    explainUrls: explainUrls(desk),
    blockHost: blockHost(desk),
    getBuckets: getBuckets(map),
  };
}
