import type {
  GetLedgerRequest,
  GetLedgerResponse,
  OutcomeCount,
} from '@mayfly/contracts/frontier/v1';
import type { Desk } from '../core/desk.ts';
import { checkCrawlName } from './request-checks.ts';

export const getLedger =
  ({ looking }: Pick<Desk, 'looking'>) =>
  async (request: GetLedgerRequest): Promise<GetLedgerResponse> => {
    if (request.crawl !== undefined) checkCrawlName('crawl', request.crawl);
    const ledger = looking.ledger(request.crawl);
    return {
      known: ledger.known,
      parked: ledger.parked,
      waiting: ledger.waiting,
      leased: ledger.leased,
      atRest: Object.entries(ledger.atRest).map(([outcome, urls]) => ({
        outcome: Number(outcome) as OutcomeCount['outcome'],
        urls,
      })),
      leasesGiven: ledger.given,
      leasesSettled: ledger.settled,
      leasesReleased: ledger.released,
      leasesExpired: ledger.expired,
      leasesOut: ledger.out,
      pages: ledger.pages,
      refused: Object.entries(ledger.refused).map(([rule, submissions]) => ({ rule, submissions })),
      deferredHosts: ledger.deferredHosts.map(({ host, untilMs }) => ({
        host,
        untilTime: new Date(untilMs),
      })),
      deferred: ledger.deferred,
    };
  };
