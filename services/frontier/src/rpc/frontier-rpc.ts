import type { FrontierServiceDefinition } from '@mayfly/contracts/frontier/v1';
import type { Handlers } from '@mayfly/grpc';
import type { Desk } from '../core/desk.ts';
import { getLedger } from './get-ledger.ts';
import { getHost, setHostPolicy } from './hosts.ts';
import { leaseUrls } from './lease-urls.ts';
import { putCrawls } from './put-crawls.ts';
import { getUrls, listUrls } from './read-urls.ts';
import { scheduleUrls } from './schedule-urls.ts';
import { extendLeases, releaseLeases, settleLeases } from './settle-leases.ts';
import { submitUrls } from './submit-urls.ts';

export function frontierRpc(desk: Desk): Handlers<FrontierServiceDefinition> {
  return {
    putCrawls: putCrawls(desk),
    submitUrls: submitUrls(desk),
    scheduleUrls: scheduleUrls(desk),
    leaseUrls: leaseUrls(desk),
    extendLeases: extendLeases(desk),
    settleLeases: settleLeases(desk),
    releaseLeases: releaseLeases(desk),
    getUrls: getUrls(desk),
    listUrls: listUrls(desk),
    getHost: getHost(desk),
    setHostPolicy: setHostPolicy(desk),
    getLedger: getLedger(desk),
  };
}
