import type { GetLedgerResponse } from '@mayfly/contracts/frontier/v1';

const MOST_DEFERRED_HOSTS = 100;

/** The counts of several replicas as one. */
export function sumLedgers(ledgers: readonly GetLedgerResponse[]): GetLedgerResponse {
  const [first] = ledgers;
  if (first !== undefined && ledgers.length === 1) return first;
  const sum = (count: (ledger: GetLedgerResponse) => number) =>
    ledgers.reduce((total, ledger) => total + count(ledger), 0);
  const atRest = sumBy(
    ledgers.flatMap((each) => each.atRest.map((one) => [one.outcome, one.urls])),
  );
  const refused = sumBy(
    ledgers.flatMap((each) => each.refused.map((one) => [one.rule, one.submissions])),
  );
  return {
    known: sum(({ known }) => known),
    parked: sum(({ parked }) => parked),
    waiting: sum(({ waiting }) => waiting),
    leased: sum(({ leased }) => leased),
    atRest: atRest.map(([outcome, urls]) => ({ outcome, urls })),
    leasesGiven: sum(({ leasesGiven }) => leasesGiven),
    leasesSettled: sum(({ leasesSettled }) => leasesSettled),
    leasesReleased: sum(({ leasesReleased }) => leasesReleased),
    leasesExpired: sum(({ leasesExpired }) => leasesExpired),
    leasesOut: sum(({ leasesOut }) => leasesOut),
    pages: sum(({ pages }) => pages),
    refused: refused.map(([rule, submissions]) => ({ rule, submissions })),
    deferredHosts: ledgers.flatMap((each) => each.deferredHosts).slice(0, MOST_DEFERRED_HOSTS),
    deferred: sum(({ deferred }) => deferred),
    buckets: sum(({ buckets }) => buckets),
  };
}

function sumBy<K>(counts: readonly (readonly [K, number])[]): [K, number][] {
  const sums = new Map<K, number>();
  for (const [key, count] of counts) sums.set(key, (sums.get(key) ?? 0) + count);
  return [...sums];
}
