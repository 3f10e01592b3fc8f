import type {
  GetLedgerRequest,
  GetLedgerResponse,
  OutcomeCount,
} from '@mayfly/contracts/frontier/v1';
import type { Desk } from '../core/desk.ts';
import type { Counts } from '../core/ledger.ts';
import { checkCrawlName, checkHost } from './request-checks.ts';

export const getLedger =
  ({ looking, frontier }: Pick<Desk, 'looking' | 'frontier'>) =>
  async ({ crawl, host }: GetLedgerRequest): Promise<GetLedgerResponse> => {
    if (crawl !== undefined) checkCrawlName('crawl', crawl);
    if (host !== undefined) {
      const counts = await looking.hostLedger(checkHost('host', host), crawl);
      return { ...countsOf(counts), refused: [], deferredHosts: [], deferred: 0, buckets: 1 };
    }
    const ledger = looking.ledger(crawl);
    return {
      ...countsOf(ledger),
      refused: Object.entries(ledger.refused).map(([rule, submissions]) => ({ rule, submissions })),
      deferredHosts: ledger.deferredHosts.map(({ host: name, untilMs }) => ({
        host: name,
        untilTime: new Date(untilMs),
      })),
      deferred: ledger.deferred,
      buckets: frontier.ownedBuckets(),
    };
  };

function countsOf(counts: Counts) {
  return {
    known: counts.known,
    parked: counts.parked,
    waiting: counts.waiting,
    leased: counts.leased,
    atRest: Object.entries(counts.atRest).map(([outcome, urls]) => ({
      outcome: Number(outcome) as OutcomeCount['outcome'],
      urls,
    })),
    leasesGiven: counts.given,
    leasesSettled: counts.settled,
    leasesReleased: counts.released,
    leasesExpired: counts.expired,
    leasesOut: counts.out,
    pages: counts.pages,
  };
}
